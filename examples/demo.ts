import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { withDir } from 'tmp-promise';

/**
 * Demonstrates the whole service: starts a cloud on a free port with an empty database, logs in with the key that it
 * prints, verifies the example project, and stops the cloud. Leaves no process running and no file on disk.
 */
const service = fileURLToPath(new URL('../cli/service.ts', import.meta.url));
const project = fileURLToPath(new URL('./passing-node', import.meta.url));

await withDir(
  async ({ path: folder }) => {
    // An empty configuration folder, so that the user's own keys do not change.
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

/** Reads the URL and the API key that the cloud prints when it is ready. */
async function started(lines: AsyncIterable<string>): Promise<{ url: string; key: string }> {
  let key = '';
  for await (const line of lines) {
    const [, name, value] = /^(API key|Listening on):? (.+)$/.exec(line) ?? [];
    if (name === 'API key' && value) key = value;
    if (name === 'Listening on' && value) return { url: value, key };
  }
  throw new Error('The cloud exited before it was ready');
}
