import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { operations } from '../../../cloud/admin/operations.ts';
import type { Database } from '../../../cloud/store/database.ts';
import { openDatabase } from '../../../cloud/store/open-database.ts';
import { type PostgresServer, startPostgres } from '../../cloud/postgres-server.ts';
import { Member } from './member.ts';
import { TcpProxy } from './tcp-proxy.ts';

/** The project type whose runs cost little, for `--plugin`. */
export const pacedModule = fileURLToPath(new URL('./paced-plugin.ts', import.meta.url));

export interface ClusterOptions {
  /** `service serve --workers 0` processes. */
  servers: number;
  /** `service worker` processes, and runs that each verifies at a time. */
  workers: number;
  slots?: number;
  /** Settings of all of them, as environment variables. */
  env?: Readonly<Record<string, string>>;
  /** Whether the database waits for the disk. */
  durable?: boolean;
  /** Whether a proxy stands between each process and the database, and before each server. */
  proxied?: boolean;
  /** Where logs stay that are to be read afterwards; else they go with the cluster. */
  keep?: string;
}

/** The product as it is deployed on many machines, on this one: a PostgreSQL server, servers, workers. */
export interface Cluster {
  readonly postgres: PostgresServer;
  /** Past every proxy. */
  readonly databaseUrl: string;
  /** The same, open. */
  readonly database: Database;
  readonly servers: readonly Member[];
  readonly workers: readonly Member[];
  /** Starts one more. */
  addServer(): Promise<Member>;
  addWorker(): Promise<Member>;
  account(options: { credits: number; concurrency: number }): Promise<{ id: string; key: string }>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts everything; what was started is ended and what was written is removed when it is disposed of, or if it fails. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  await using started = new AsyncDisposableStack();
  const folder = options.keep ?? (await mkdtemp(join(tmpdir(), 'service-cluster-')));
  if (options.keep === undefined) started.defer(() => rm(folder, { recursive: true, force: true }));
  // As deployments have it: other users, as whom children run where we are root, can enter.
  if (options.keep === undefined) await chmod(folder, 0o755);
  const postgres = await startPostgres({ durable: options.durable });
  started.defer(() => postgres.close());
  const databaseUrl = await postgres.database();
  // Also those that are added later, and those that did not come up.
  const everybody: Member[] = [];
  started.defer(async () => {
    await Promise.all(everybody.map((member) => member.close()));
  });
  const start = memberStarter({ ...options, folder, databaseUrl }, everybody);
  const servers: Member[] = [];
  const workers: Member[] = [];
  const addServer = () => start('server', servers);
  const addWorker = () => start('worker', workers);
  await Promise.all([
    ...Array.from({ length: options.servers }, addServer),
    ...Array.from({ length: options.workers }, addWorker),
  ]);
  const database = await openDatabase({ url: databaseUrl }, { pool: 4, onError: () => {} });
  started.defer(() => database.close());
  const all = started.move();
  return {
    postgres,
    databaseUrl,
    database,
    servers,
    workers,
    addServer,
    addWorker,
    async account({ credits, concurrency }) {
      const made = await operations.createAccount.run(database, { name: 'bench', credits, concurrency });
      return { id: made.accountId, key: made.apiKey };
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

const commands = {
  server: { args: ['serve', '--workers', '0'], ready: 'Listening on ' },
  worker: { args: ['worker'], ready: 'Waiting for runs' },
};

function memberStarter(
  options: ClusterOptions & { folder: string; databaseUrl: string },
  everybody: Member[],
): (kind: keyof typeof commands, members: Member[]) => Promise<Member> {
  const { slots = 1, env = {}, proxied = false, databaseUrl } = options;
  const counts = { server: 0, worker: 0 };
  return async (kind, members) => {
    counts[kind] += 1;
    const name = `${kind}-${counts[kind]}`;
    const folder = join(options.folder, name);
    await mkdir(folder, { recursive: true });
    const address = new URL(databaseUrl);
    const database = proxied ? await TcpProxy.start(Number(address.port)) : undefined;
    if (database) address.port = String(database.port);
    const front = proxied && kind === 'server' ? await TcpProxy.start(0) : undefined;
    const { args, ready } = commands[kind];
    const own = kind === 'worker' ? ['--workers', String(slots)] : [];
    const member = await Member.make({
      name,
      folder,
      args: [...args, ...own, '--plugin', pacedModule, '--isolation', 'permission'],
      env: { SERVICE_LOG_LEVEL: 'warn', DATABASE_URL: address.href, ...env },
      ready,
      database,
      front,
    });
    everybody.push(member);
    await member.start();
    members.push(member);
    return member;
  };
}
