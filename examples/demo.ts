import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { withDir } from 'tmp-promise';

/**
 * The whole service once, on this machine: starts a cloud on a free port with an empty store, logs in with the key that
 * it prints, verifies the example project through it, and stops it again. Nothing is left running or on disk.
 */
const service = fileURLToPath(new URL('../cli/service.ts', import.meta.url));
const project = fileURLToPath(new URL('./passing-node', import.meta.url));

await withDir(
  async ({ path: folder }) => {
    // An empty configuration folder: the keys of whoever runs this are left alone.
    const env = {
      XDG_CONFIG_HOME: `${folder}/config`,
      SERVICE_API_KEY: undefined,
      SERVICE_BASE_URL: undefined,
      DATABASE_URL: undefined,
    };
    const cloud = execa(process.execPath, [service, 'serve', '--port', '0', '--data', `${folder}/data`], { env });
    const run = (args: string[], input?: string) =>
      execa(process.execPath, [service, ...args], { env, input, stdout: 'inherit', stderr: 'inherit' });
    try {
      const { url, key } = await started(createInterface(cloud.stdout));
      await run(['auth', 'login', '--with-token', '--base-url', url], key);
      await run(['verify', '--cwd', project]);
    } finally {
      cloud.kill('SIGTERM');
      await cloud;
    }
  },
  { prefix: 'service-demo-', unsafeCleanup: true },
);

/** What the cloud prints once it answers: its address and, of a new store, the first key. */
async function started(lines: AsyncIterable<string>): Promise<{ url: string; key: string }> {
  let key = '';
  for await (const line of lines) {
    const [, name, value] = /^(API key|Listening on):? (.+)$/.exec(line) ?? [];
    if (name === 'API key' && value) key = value;
    if (name === 'Listening on' && value) return { url: value, key };
  }
  throw new Error('The cloud ended before it listened');
}
