import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Pace, pacedRequest } from '../cluster/paced-plugin.ts';
import type { Loss } from '../cluster/tcp-proxy.ts';
import { followedRun } from './followed-run.ts';
import type { Taken } from './members.ts';
import type { Random } from './random.ts';
import type { Soak } from './soak.ts';

/** A kind of failure. */
interface Fault {
  title: string;
  /** Relative frequency. */
  weight: number;
  /** Faults of the same lane happen sequentially, those of different lanes concurrently. */
  lane: 'processes' | 'stops' | 'database' | 'network' | 'clients' | 'poison';
  /** Causes the fault; resolves when everything has recovered. */
  happen(soak: Soak, random: Random): Promise<void>;
}

const quick: Pace = { steps: 3, milliseconds: 50, errors: 0 };
const long: Pace = { steps: 20, milliseconds: 100, errors: 0 };
/** A COMMIT in PostgreSQL's wire protocol. */
const commit = 'commit\0';

/** The stages of a run, by the statements that a worker sends. */
const stages: Loss[] = [
  { what: 'request', marker: '"attempt" = $' },
  { what: 'answer', marker: commit, after: '"attempt" = $' },
  { what: 'answer', marker: 'insert into "run_logs"' },
  { what: 'answer', marker: commit, after: 'insert into "run_logs"' },
  { what: 'request', marker: 'insert into "ledger"' },
  { what: 'request', marker: commit, after: 'insert into "ledger"' },
  { what: 'answer', marker: commit, after: 'insert into "ledger"' },
  { what: 'request', marker: "'completed'" },
];

/** Drops a matching request or response of a process; gives up after a while without one. */
async function lose(
  soak: Soak,
  random: Random,
  kind: 'server' | 'worker',
  loss: Loss,
  then?: 'SIGKILL',
): Promise<void> {
  using taken = await soak.members.take(kind, random);
  const { member } = taken;
  const { starts } = member;
  const lost = member.database?.lose(loss, AbortSignal.any([soak.signal, AbortSignal.timeout(5_000)]));
  const happened = await lost?.then(
    () => true,
    () => false,
  );
  if (!happened) soak.note(`${member.name} sent nothing with ${JSON.stringify(loss.marker)}`);
  if (then) {
    member.signal(then);
    await soak.members.back(member, starts);
  }
}

async function end(soak: Soak, random: Random, kind: 'server' | 'worker', signal: NodeJS.Signals): Promise<void> {
  using taken = await soak.members.take(kind, random);
  await delay(random.between(0, 500));
  await restart(soak, taken, signal);
}

async function restart(soak: Soak, { member }: Taken, signal: NodeJS.Signals): Promise<void> {
  const { starts } = member;
  soak.members.expectEnd(member);
  member.signal(signal);
  await soak.members.back(member, starts);
}

/** Resumes a stopped worker after its run was taken over: its writes must not count. */
async function stopUntilTakenOver(soak: Soak, random: Random): Promise<void> {
  const run = await followedRun(soak.client, { steps: 60, milliseconds: 100, errors: 0 });
  const { process } = await run.lineOfAnother(new Set());
  const victim = soak.cluster.workers.find(({ pid }) => pid === process);
  if (victim) {
    using taken = await soak.members.takeOneOf([victim]);
    taken.member.signal('SIGSTOP');
    const timeout = delay(25_000, undefined, { signal: soak.signal });
    await Promise.race([run.lineOfAnother(new Set([process])), timeout]).catch(() => {
      soak.note(`${victim.name} was stopped after its run had moved or ended`);
    });
    await delay(random.between(0, 1_000));
    taken.member.signal('SIGCONT');
  }
  await run.ended;
  await soak.client.result(run.id);
}

async function databaseOfOne(
  soak: Soak,
  random: Random,
  kind: 'server' | 'worker',
  how: 'swallow' | 'cut',
): Promise<void> {
  using taken = await soak.members.take(kind, random);
  await delay(random.between(0, 500));
  taken.member.database?.[how]();
}

async function databaseAway(soak: Soak, milliseconds: number): Promise<void> {
  await soak.cluster.postgres.stop();
  await delay(milliseconds, undefined, { signal: soak.signal });
  await soak.cluster.postgres.start();
  await soak.members.allBack();
  await delay(3_000);
}

const faults = {
  'worker-killed-at-a-stage': {
    title: 'a worker gets SIGKILL while a statement or its response is lost',
    weight: 45,
    lane: 'processes',
    happen: (soak, random) => lose(soak, random, 'worker', random.pick(stages), 'SIGKILL'),
  },
  'worker-killed': {
    title: 'a worker gets SIGKILL at any time',
    weight: 15,
    lane: 'processes',
    happen: (soak, random) => end(soak, random, 'worker', 'SIGKILL'),
  },
  'worker-terminated': {
    title: 'a worker gets SIGTERM, and drains',
    weight: 12,
    lane: 'processes',
    happen: (soak, random) => end(soak, random, 'worker', 'SIGTERM'),
  },
  'worker-stopped': {
    title: 'a worker gets SIGSTOP until its run is taken over, then SIGCONT',
    weight: 8,
    lane: 'stops',
    happen: stopUntilTakenOver,
  },
  'server-killed': {
    title: 'a server gets SIGKILL',
    weight: 12,
    lane: 'processes',
    happen: (soak, random) => end(soak, random, 'server', 'SIGKILL'),
  },
  'server-terminated': {
    title: 'a server gets SIGTERM, and drains',
    weight: 8,
    lane: 'processes',
    happen: (soak, random) => end(soak, random, 'server', 'SIGTERM'),
  },
  'rolling-restart': {
    title: 'all processes get SIGTERM and are restarted, one after the other',
    weight: 2,
    lane: 'processes',
    async happen(soak) {
      for (const member of [...soak.cluster.servers, ...soak.cluster.workers]) {
        using taken = await soak.members.takeOneOf([member]);
        await restart(soak, taken, 'SIGTERM');
      }
    },
  },
  'database-restarted': {
    title: 'PostgreSQL is restarted',
    weight: 4,
    lane: 'database',
    happen: (soak) => databaseAway(soak, 0),
  },
  'database-away': {
    title: 'PostgreSQL is unavailable for 30 seconds',
    weight: 1,
    lane: 'database',
    happen: (soak) => databaseAway(soak, 30_000),
  },
  'worker-database-silent': {
    title: 'the connections of a worker to the database are half-open',
    weight: 8,
    lane: 'network',
    happen: (soak, random) => databaseOfOne(soak, random, 'worker', 'swallow'),
  },
  'server-database-silent': {
    title: 'the connections of a server to the database are half-open',
    weight: 8,
    lane: 'network',
    happen: (soak, random) => databaseOfOne(soak, random, 'server', 'swallow'),
  },
  'worker-database-cut': {
    title: 'the connections of a worker to the database are reset',
    weight: 8,
    lane: 'network',
    happen: (soak, random) => databaseOfOne(soak, random, 'worker', 'cut'),
  },
  'server-database-cut': {
    title: 'the connections of a server to the database are reset',
    weight: 8,
    lane: 'network',
    happen: (soak, random) => databaseOfOne(soak, random, 'server', 'cut'),
  },
  'clients-silent': {
    title: 'the connections of clients to a server are half-open',
    weight: 6,
    lane: 'network',
    async happen(soak, random) {
      random.pick(soak.cluster.servers).front?.swallow();
    },
  },
  'clients-cut': {
    title: 'the connections of clients to a server are reset',
    weight: 6,
    lane: 'network',
    async happen(soak, random) {
      random.pick(soak.cluster.servers).front?.cut();
    },
  },
  'create-unacknowledged': {
    title: 'the acknowledgement of the COMMIT of a create is lost',
    weight: 14,
    lane: 'network',
    happen: (soak, random) =>
      lose(soak, random, 'server', { what: 'answer', marker: commit, after: 'insert into "runs"' }),
  },
  'finish-unacknowledged': {
    title: 'the acknowledgement of the COMMIT of a result is lost',
    weight: 10,
    lane: 'network',
    happen: (soak, random) =>
      lose(soak, random, 'worker', { what: 'answer', marker: commit, after: 'insert into "ledger"' }),
  },
  'answer-lost': {
    title: 'the response to a create is lost on its way to the client',
    weight: 8,
    lane: 'network',
    async happen(soak, random) {
      const { front } = random.pick(soak.cluster.servers);
      const soon = AbortSignal.any([soak.signal, AbortSignal.timeout(5_000)]);
      await front?.lose({ what: 'answer', marker: 'POST /api/cli/v1/verify/runs HTTP' }, soon).catch(() => {});
    },
  },
  'job-delivered-twice': {
    title: 'the job of a run is delivered twice',
    weight: 8,
    lane: 'clients',
    async happen(soak) {
      const { run } = await soak.client.create({ body: pacedRequest(long), expected: 'success' });
      if (run === undefined) throw new Error('the run was refused');
      await soak.duplicateJob(run);
      await soak.watch(run);
    },
  },
  'cancel-races-the-end': {
    title: 'a run is cancelled at the moment of its end',
    weight: 12,
    lane: 'clients',
    async happen(soak, random) {
      const { run } = await soak.client.create({ body: pacedRequest(quick), expected: 'success' });
      if (run === undefined) throw new Error('the run was refused');
      const end = soak.watch(run, async (message) => {
        if (!message.startsWith('pace passed') && !message.includes('step 3/3')) return;
        await delay(random.between(0, 60));
        await soak.client.cancel(run);
      });
      await end;
    },
  },
  'equal-creates': {
    title: '50 identical concurrent creates with one Idempotency-Key',
    weight: 4,
    lane: 'clients',
    async happen(soak) {
      const key = randomUUID();
      const creation = { body: pacedRequest(quick), expected: 'success', key };
      const made = await Promise.all(Array.from({ length: 50 }, () => soak.client.create(creation)));
      const runs = new Set(made.map(({ run, code }) => run ?? code));
      if (runs.size !== 1) soak.report(`50 identical creates with one Idempotency-Key created ${[...runs].join(', ')}`);
      for (const run of runs) if (run !== undefined) await soak.watch(run);
    },
  },
  'last-credit': {
    title: '100 concurrent creates with one credit left',
    weight: 3,
    lane: 'clients',
    async happen(soak) {
      const client = await soak.addClient({ credits: 1, concurrency: 1_000 });
      const creation = { body: pacedRequest(quick), expected: 'success' };
      const made = await Promise.all(Array.from({ length: 100 }, () => client.create(creation)));
      const runs = made.flatMap(({ run }) => run ?? []);
      const refused = made.filter(({ code }) => code === 'INSUFFICIENT_CREDITS');
      if (runs.length !== 1 || refused.length !== 99) {
        soak.report(`one credit allowed ${runs.length} runs, and ${refused.length} of 100 creates were refused`);
      }
      for (const run of runs) await soak.watch(run, () => {}, client);
    },
  },
  poison: {
    title: 'a run crashes its worker at each attempt',
    weight: 2,
    lane: 'poison',
    async happen(soak) {
      const body = pacedRequest({ ...quick, crash: 2 });
      const { run } = await soak.client.create({ body, expected: 'rejected' });
      if (run === undefined) throw new Error('the run was refused');
      await soak.watch(run);
      const status = await soak.client.readStatus(run);
      if (status !== 'rejected') soak.report(`a run that crashes its workers is ${status}`);
    },
  },
} satisfies Record<string, Fault>;

export type FaultKind = keyof typeof faults;
export const faultKinds: Readonly<Record<FaultKind, Fault>> = faults;
export const kindNames = Object.keys(faults).filter((name): name is FaultKind => name in faults);
