import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Cluster } from '../cluster/cluster.ts';
import { pacedRequest } from '../cluster/paced-plugin.ts';
import { Client } from './client.ts';
import type { ClientLog } from './client-log.ts';
import { faultKinds } from './fault-kinds.ts';
import { Members } from './members.ts';
import { nodeRequest } from './node-request.ts';
import type { Plan, PlannedFault, PlannedRun } from './plan.ts';
import { Random } from './random.ts';

/** Concurrent runs, and pending faults at which no further run starts. */
const maxRuns = 10;
const maxPendingFaults = 8;

/** Executes a plan: runs and faults concurrently, on one cluster. */
export class Soak {
  readonly cluster: Cluster;
  readonly members: Members;
  readonly signal: AbortSignal;
  readonly client: Client;
  /** Violations that neither the log nor the store shows. */
  readonly violations: string[] = [];
  /** Faults that had no effect. */
  readonly notes: string[] = [];
  readonly #log: ClientLog;
  readonly #finished = new AbortController();
  #created = 0;

  private constructor(cluster: Cluster, log: ClientLog, first: { id: string; key: string }, signal: AbortSignal) {
    this.cluster = cluster;
    this.signal = signal;
    this.#log = log;
    this.members = new Members(cluster, AbortSignal.any([signal, this.#finished.signal]));
    this.client = this.#clientOf(first);
  }

  /** Resolves when all planned runs and faults have ended and all processes are ready. */
  static async execute(
    plan: Plan,
    {
      cluster,
      log,
      signal,
      print,
    }: { cluster: Cluster; log: ClientLog; signal: AbortSignal; print(text: string): void },
  ): Promise<Soak> {
    const credits = 10 * plan.runs.length + 1_000;
    const account = await cluster.account({ credits, concurrency: 1_000 });
    log.write({ kind: 'account', account: account.id, credits });
    const soak = new Soak(cluster, log, account, signal);
    try {
      await soak.#execute(plan, print);
      await soak.members.allBack();
    } finally {
      soak.#finished.abort();
      await soak.members.stopped();
    }
    return soak;
  }

  async #execute({ runs, faults }: Plan, print: (text: string) => void): Promise<void> {
    const waiting = [...faults];
    const lanes = new Map<string, Promise<void>>();
    let pending = 0;
    let done = 0;
    const startFaults = () => {
      for (let next = waiting[0]; next && next.after <= this.#created; next = waiting[0]) {
        const fault = next;
        waiting.shift();
        pending += 1;
        const { lane } = faultKinds[fault.kind];
        const happened = (lanes.get(lane) ?? Promise.resolve()).then(async () => {
          await this.#cause(fault);
          pending -= 1;
          done += 1;
          if (done % 10 === 0) print(`${done} of ${faults.length} faults, ${this.#created} of ${runs.length} runs`);
        });
        happened.catch(() => {});
        lanes.set(lane, happened);
      }
    };
    const next = runs.values();
    const create = async () => {
      for (const run of next) {
        while (pending >= maxPendingFaults) await delay(50, undefined, { signal: this.signal });
        await this.#run(run);
      }
    };
    const timer = setInterval(startFaults, 20);
    try {
      await Promise.all(Array.from({ length: maxRuns }, create));
      startFaults();
      await Promise.all(lanes.values());
    } finally {
      clearInterval(timer);
    }
  }

  async #cause(fault: PlannedFault): Promise<void> {
    try {
      await faultKinds[fault.kind].happen(this, new Random(fault.seed));
    } catch (error) {
      this.signal.throwIfAborted();
      this.report(`fault ${fault.number}, ${fault.kind}: ${error instanceof Error ? error.stack : error}`);
    }
  }

  async #run({ pace, watchers }: PlannedRun): Promise<void> {
    const body = pace ? pacedRequest(pace) : await nodeRequest();
    const { run, code } = await this.client.create({ body, expected: pace?.errors ? 'failed' : 'success' });
    this.#created += 1;
    if (run === undefined) throw new Error(`a run was refused: ${code}`);
    await Promise.all(Array.from({ length: watchers }, () => this.client.follow(run)));
    await this.client.result(run);
  }

  /** Follows a run to its end and reads its result. */
  async watch(
    run: string,
    onLine: (message: string) => void | Promise<void> = () => {},
    client = this.client,
  ): Promise<void> {
    const answers: (void | Promise<void>)[] = [];
    await client.follow(run, (message) => answers.push(onLine(message)));
    await Promise.all(answers);
    await client.result(run);
  }

  async addClient(options: { credits: number; concurrency: number }): Promise<Client> {
    const account = await this.#retry(() => this.cluster.account(options));
    this.#log.write({ kind: 'account', account: account.id, credits: options.credits });
    return this.#clientOf(account);
  }

  /** Inserts a second job for a run. */
  async duplicateJob(run: string): Promise<void> {
    await this.#retry(() =>
      sql`insert into pgboss.job (name, data, retry_limit, retry_delay, retry_backoff, expire_seconds, deletion_seconds, keep_until, policy, heartbeat_seconds)
        select name, data, retry_limit, retry_delay, retry_backoff, expire_seconds, deletion_seconds, keep_until, policy, heartbeat_seconds
        from pgboss.job where data->>'runId' = ${run} limit 1`.execute(this.cluster.database.kysely),
    );
  }

  report(what: string): void {
    this.violations.push(what);
  }

  note(what: string): void {
    this.notes.push(what);
  }

  #clientOf({ id, key }: { id: string; key: string }): Client {
    const { signal } = this;
    const servers = () => this.cluster.servers.map(({ url }) => url);
    return new Client({ servers, account: id, key, log: this.#log, signal });
  }

  /** Retries for a minute: faults may make the database unavailable for the harness, too. */
  async #retry<T>(work: () => Promise<T>): Promise<T> {
    for (let retries = 60; ; retries--) {
      try {
        return await work();
      } catch (error) {
        if (retries === 0) throw error;
        await delay(1_000, undefined, { signal: this.signal });
      }
    }
  }
}
