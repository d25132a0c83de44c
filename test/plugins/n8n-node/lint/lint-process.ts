import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SandboxPlace } from '../../../../kernel/index.ts';
import { type LintFinding, type LintOutput, unpackFindings } from '../../../../plugins/n8n-node/lint/lint-output.ts';
import type { LintInput } from '../../../../plugins/n8n-node/lint/lint-program.ts';

export interface LintOrder {
  place: SandboxPlace;
  input: LintInput;
}

let child: ChildProcess | undefined;

/**
 * Runs the lint program in a process of its own, as it is meant to be: what it does to module loading must not reach
 * n8n's gate, which runs in this one. The process serves all tests of a file.
 */
export async function lintInProcess(order: LintOrder): Promise<LintFinding[]> {
  child ??= fork(fileURLToPath(new URL('./lint-process-main.ts', import.meta.url)), { execArgv: [] });
  const { promise, resolve, reject } = Promise.withResolvers<LintOutput>();
  const ended = () => reject(new Error('the lint process ended'));
  child.once('exit', ended);
  child.once('message', (message: { output: LintOutput } | { error: string }) => {
    if ('error' in message) reject(new Error(message.error));
    else resolve(message.output);
  });
  child.send(order);
  try {
    return unpackFindings(await promise);
  } finally {
    child.off('exit', ended);
  }
}

export function endLintProcess(): void {
  child?.kill();
  child = undefined;
}
