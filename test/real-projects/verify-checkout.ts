import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Value } from 'typebox/value';
import { JsonReport } from '../../kernel/report/json.ts';
import type { CheckReport } from '../../kernel/result.ts';

const service = fileURLToPath(new URL('../../dist/cli/service.js', import.meta.url));
const run = promisify(execFile);

/** Verifies a project by the command, as its author does. @throws {Error} as `verify` does */
export const verifyCheckout = (folder: string) => verify(['--cwd', folder]);

/** The same for a published package. @param reference name and version @throws {Error} as `verify` does */
export const verifyPackage = (reference: string) => verify([reference, '--type', 'n8n-node']);

/**
 * Runs the command in a process of its own.
 * @throws {Error} when there is no report: with the end of what the command wrote
 */
async function verify(what: readonly string[]): Promise<readonly CheckReport[]> {
  const place = await mkdtemp(join(tmpdir(), 'real-project-'));
  const path = join(place, 'report.json');
  const args = ['verify', '--local', '--no-cache', '--no-logs', '--timeout', '900', ...what];
  try {
    const output = await run(process.execPath, [service, ...args, '--report', `json=${path}`], {
      maxBuffer: 2 ** 28,
    }).catch(({ stdout, stderr }: { stdout: string; stderr: string }) => ({ stdout, stderr }));
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text === undefined) throw new Error(`no report: ${output.stderr.slice(-600)}`);
    return Value.Decode(JsonReport, JSON.parse(text)).checks;
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** The commit that is checked out. @throws {Error} when git does not know */
export async function commitOf(root: string): Promise<string> {
  const { stdout } = await run('git', ['-C', root, '-c', 'safe.directory=*', 'rev-parse', 'HEAD']);
  return stdout.trim();
}
