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

/** A project type with cheap runs, for `--plugin`. */
export const pacedModule = fileURLToPath(new URL('./paced-plugin.ts', import.meta.url));

export interface ClusterOptions {
  /** `service serve --workers 0` processes. */
  servers: number;
  /** `service worker` processes, and slots of each. */
  workers: number;
  slots?: number;
  /** Environment variables for all processes. */
  env?: Readonly<Record<string, string>>;
  /** Whether the database syncs writes to disk. */
  durable?: boolean;
  /** Called with pieces of the log of the database. */
  onDatabaseLog?: (text: string) => void;
  /** Whether to put a proxy between each process and the database, and in front of each server. */
  proxied?: boolean;
  /** Folder in which to keep logs; by default they are removed with the cluster. */
  keep?: string;
}

/** A deployment on this machine: a PostgreSQL server, servers and workers. */
export interface Cluster {
  readonly postgres: PostgresServer;
  /** Without a proxy. */
  readonly databaseUrl: string;
  /** Connected without a proxy. */
  readonly database: Database;
  readonly servers: readonly Member[];
  readonly workers: readonly Member[];
  addServer(): Promise<Member>;
  addWorker(): Promise<Member>;
  account(options: { credits: number; concurrency: number }): Promise<{ id: string; key: string }>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a cluster. On disposal, and if the start fails, all processes are ended and all files removed. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  await using started = new AsyncDisposableStack();
  const folder = options.keep ?? (await mkdtemp(join(tmpdir(), 'service-cluster-')));
  if (options.keep === undefined) started.defer(() => rm(folder, { recursive: true, force: true }));
  // As root, sandboxed processes run as other users, who must be able to enter.
  if (options.keep === undefined) await chmod(folder, 0o755);
  const postgres = await startPostgres({ durable: options.durable, onLog: options.onDatabaseLog });
  started.defer(() => postgres.close());
  const databaseUrl = await postgres.database();
  // Including members that are added later, and those that fail to start.
  const allMembers: Member[] = [];
  started.defer(async () => {
    await Promise.all(allMembers.map((member) => member.close()));
  });
  const start = memberStarter({ ...options, folder, databaseUrl }, allMembers);
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
      const created = await operations.createAccount.run(database, { name: 'bench', credits, concurrency });
      return { id: created.accountId, key: created.apiKey };
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
  allMembers: Member[],
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
    const member = await Member.create({
      name,
      folder,
      args: [...args, ...own, '--plugin', pacedModule, '--isolation', 'permission'],
      env: { SERVICE_LOG_LEVEL: 'warn', DATABASE_URL: address.href, ...env },
      ready,
      database,
      front,
    });
    allMembers.push(member);
    await member.start();
    members.push(member);
    return member;
  };
}
