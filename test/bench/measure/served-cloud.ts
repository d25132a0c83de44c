import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { builtService } from './run-command.ts';

/**
 * Starts a cloud with an account on the embedded database; ends it on disposal.
 * @param data the data folder, which must not exist or be open to others
 */
export async function servedCloud(
  data: string,
  { workers = 1 }: { workers?: number } = {},
): Promise<AsyncDisposable & { url: string; key: string }> {
  const args = [builtService, 'serve', '--port', '0', '--data', data, '--workers', String(workers)];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(server, 'exit');
  let key = '';
  for await (const line of createInterface(server.stdout)) {
    key = /^API key: (.+)$/.exec(line)?.[1] ?? key;
    const [, url] = /^Listening on (.+)$/.exec(line) ?? [];
    if (url === undefined) continue;
    return {
      url,
      key,
      async [Symbol.asyncDispose]() {
        server.kill();
        await ended;
      },
    };
  }
  throw new Error('the server ended before it was listening');
}
