import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LintFinding } from '../../../../../plugins/n8n-node/n8n-lint/engine/lint-output.ts';
import { currentKit } from '../../installed-n8n.ts';

export interface LintOrder {
  /** Absolute path of the project. */
  folder: string;
  /** Relative to it. */
  files: readonly string[];
}

let child: ChildProcess | undefined;
let kitOfChild: string | undefined;

/**
 * Lints files as the lint program's threads do, in a process of its own: what the linter does to module loading must
 * not reach n8n's gate, which runs in this one. One process serves all tests with a kit.
 */
export async function lintInProcess(order: LintOrder, kit = currentKit.folder): Promise<LintFinding[]> {
  if (kit !== kitOfChild) endLintProcess();
  kitOfChild = kit;
  child ??= fork(fileURLToPath(new URL('./lint-process-main.ts', import.meta.url)), [kit], { execArgv: [] });
  const { promise, resolve, reject } = Promise.withResolvers<LintFinding[]>();
  const ended = () => reject(new Error('the lint process ended'));
  child.once('exit', ended);
  child.once('message', resolve);
  child.send(order);
  try {
    return await promise;
  } finally {
    child.off('exit', ended);
  }
}

export function endLintProcess(): void {
  child?.kill();
  child = undefined;
}
