import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect } from 'vitest';
import { emptyDataFolder, plainCompiler } from '../cloud/store/embedded-template.ts';
import { launcher, ownEnvironment } from './service-process.ts';

export interface ServedCloud {
  url: string;
  key: string;
  /** Ends it as an operator would. @returns its exit code */
  stop(): Promise<number | undefined>;
}

/** A real `service serve` with a store of its own, and workers in the same process. */
export async function servedCloud(
  folder: string,
  env: Record<string, string> = {},
  flags: readonly string[] = [],
  program = launcher,
): Promise<ServedCloud> {
  const data = join(folder, 'data');
  await emptyDataFolder(data);
  const server = execa(process.execPath, [plainCompiler, program, 'serve', '--port', '0', '--data', data, ...flags], {
    extendEnv: false,
    env: { ...(await ownEnvironment(folder)), ...env },
    stdin: 'ignore',
    reject: false,
    buffer: false,
    forceKillAfterDelay: false,
  });
  // Its log: only wanted when it does not start.
  let log = '';
  server.stderr.on('data', (data) => {
    log = `${log}${data}`.slice(-4000);
  });
  let said = '';
  while (!said.includes('Listening on ')) {
    const [data] = await Promise.race([
      once(server.stdout, 'data'),
      once(server.stdout, 'end').then(() => Promise.reject(new Error(`the server ended: ${said}${log}`))),
    ]);
    said += String(data);
  }
  const [, key = ''] = /^API key: (\S+)$/m.exec(said) ?? [];
  const [, url = ''] = /^Listening on (\S+)$/m.exec(said) ?? [];
  return {
    url,
    key,
    async stop() {
      server.kill('SIGTERM');
      return (await server).exitCode;
    },
  };
}

/** A served cloud without workers for the tests of a file; to be asked for in the tests. */
export function cloudWithoutWorkers(env: Record<string, string> = {}): () => ServedCloud {
  let folder: string;
  let cloud: ServedCloud;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'service-served-'));
    cloud = await servedCloud(folder, env, ['--workers', '0']);
  });
  afterAll(async () => {
    expect(await cloud.stop()).toBe(0);
    await rm(folder, { recursive: true, force: true });
  });
  return () => cloud;
}
