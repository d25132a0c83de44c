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

/** Runs under way at a time, and faults that may be due before runs wait for them. */
const runsAtATime = 10;
const mostDue = 8;

/** Carries a plan out: runs and faults at the same time, on one cluster. */
export class Soak {
  readonly cluster: Cluster;
  readonly members: Members;
  readonly signal: AbortSignal;
  readonly client: Client;
  /** What went wrong that no log and no store shows. */
  readonly complaints: string[] = [];
  /** What is worth knowing: faults that found nothing to break. */
  readonly notes: string[] = [];
  readonly #log: ClientLog;
  readonly #over = new AbortController();
  #created = 0;

  private constructor(cluster: Cluster, log: ClientLog, first: { id: string; key: string }, signal: AbortSignal) {
    this.cluster = cluster;
    this.signal = signal;
    this.#log = log;
    this.members = new Members(cluster, AbortSignal.any([signal, this.#over.signal]));
    this.client = this.#clientOf(first);
  }

  /** Resolves when everything that was planned has happened, every run has ended and every process is back. */
  static async carryOut(
    plan: Plan,
    { cluster, log, signal, tell }: { cluster: Cluster; log: ClientLog; signal: AbortSignal; tell(text: string): void },
  ): Promise<Soak> {
    const credits = 10 * plan.runs.length + 1_000;
    const account = await cluster.account({ credits, concurrency: 1_000 });
    log.write({ kind: 'account', account: account.id, credits });
    const soak = new Soak(cluster, log, account, signal);
    try {
      await soak.#carryOut(plan, tell);
      await soak.members.allBack();
    } finally {
      soak.#over.abort();
      await soak.members.stopped();
    }
    return soak;
  }

  async #carryOut({ runs, faults }: Plan, tell: (text: string) => void): Promise<void> {
    const waiting = [...faults];
    const lanes = new Map<string, Promise<void>>();
    let due = 0;
    let done = 0;
    const release = () => {
      for (let next = waiting[0]; next && next.after <= this.#created; next = waiting[0]) {
        const fault = next;
        waiting.shift();
        due += 1;
        const { lane } = faultKinds[fault.kind];
        const happened = (lanes.get(lane) ?? Promise.resolve()).then(async () => {
          await this.#happen(fault);
          due -= 1;
          done += 1;
          if (done % 10 === 0) tell(`${done} of ${faults.length} faults, ${this.#created} of ${runs.length} runs`);
        });
        happened.catch(() => {});
        lanes.set(lane, happened);
      }
    };
    const next = runs.values();
    const create = async () => {
      for (const run of next) {
        while (due >= mostDue) await delay(50, undefined, { signal: this.signal });
        await this.#run(run);
      }
    };
    const counting = setInterval(release, 20);
    try {
      await Promise.all(Array.from({ length: runsAtATime }, create));
      release();
      await Promise.all(lanes.values());
    } finally {
      clearInterval(counting);
    }
  }

  async #happen(fault: PlannedFault): Promise<void> {
    try {
      await faultKinds[fault.kind].happen(this, new Random(fault.seed));
    } catch (error) {
      this.signal.throwIfAborted();
      this.complain(`fault ${fault.number}, ${fault.kind}: ${error instanceof Error ? error.stack : error}`);
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
  async watchToTheEnd(
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
    const account = await this.#persist(() => this.cluster.account(options));
    this.#log.write({ kind: 'account', account: account.id, credits: options.credits });
    return this.#clientOf(account);
  }

  /** Puts a second job for a run beside the one that it has. */
  async duplicateJob(run: string): Promise<void> {
    await this.#persist(() =>
      sql`insert into pgboss.job (name, data, retry_limit, retry_delay, retry_backoff, expire_seconds, deletion_seconds, keep_until, policy, heartbeat_seconds)
        select name, data, retry_limit, retry_delay, retry_backoff, expire_seconds, deletion_seconds, keep_until, policy, heartbeat_seconds
        from pgboss.job where data->>'runId' = ${run} limit 1`.execute(this.cluster.database.kysely),
    );
  }

  complain(what: string): void {
    this.complaints.push(what);
  }

  note(what: string): void {
    this.notes.push(what);
  }

  #clientOf({ id, key }: { id: string; key: string }): Client {
    const { signal } = this;
    const servers = () => this.cluster.servers.map(({ url }) => url);
    return new Client({ servers, account: id, key, log: this.#log, signal });
  }

  /** The database that the harness itself uses may be away, for a fault or two. */
  async #persist<T>(work: () => Promise<T>): Promise<T> {
    for (let left = 60; ; left--) {
      try {
        return await work();
      } catch (error) {
        if (left === 0) throw error;
        await delay(1_000, undefined, { signal: this.signal });
      }
    }
  }
}
