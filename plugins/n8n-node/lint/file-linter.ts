import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Linter } from 'eslint/universal';
import { reasonOf } from '../../../kernel/errors.ts';
import { flatConfig } from './flat-config.ts';
import type { LintFinding } from './lint-output.ts';
import { withoutEval } from './literal-eval.ts';

/** Bytes of the longest file that is linted: published bundles reach a few MB, and parsing takes far more than that. */
const maxBytes = 8 * 1024 * 1024;
/** Characters of the longest message: some rules repeat the project's text. */
const maxMessage = 10_000;

/**
 * Makes the function that lints one file of the project in `folder`. It never throws: a file that can't be read, or on
 * which a rule of n8n's fails, gives a finding that says so.
 */
export function createFileLinter(folder: string): (file: string) => LintFinding[] {
  const linter = new Linter({ cwd: folder });
  const config = flatConfig();

  const verify = (text: string, filename: string, failed: ReadonlyMap<string, string>) =>
    withoutEval(() =>
      linter.verify(text, failed.size === 0 ? config : [...config, switchedOff(failed)], {
        filename,
        allowInlineConfig: false,
        disableFixes: true,
      }),
    );

  return (file) => {
    const filename = join(folder, file);
    const unlintable = (reason: string) => ({ code: 'source-unlintable', file, message: shorten(reason) });
    const failed = new Map<string, string>();
    for (;;) {
      const failures = [...failed].map(([rule, reason]) =>
        unlintable(`n8n's rule ${rule} fails on this file: ${reason}`),
      );
      try {
        const { size } = statSync(filename);
        if (size > maxBytes) return [unlintable(`it has ${size} bytes, and at most ${maxBytes} are linted`)];
        const messages = verify(readFileSync(filename, 'utf8'), filename, failed);
        return [...messages.map((message) => toFinding(message, file)), ...failures];
      } catch (error) {
        const reason = withoutFolder(reasonOf(error), folder);
        const rule = ruleOf(error);
        if (rule === undefined || failed.has(rule)) return [unlintable(reason), ...failures];
        // Once more without it: the other rules may still have something to say.
        failed.set(rule, reason);
      }
    }
  };
}

function switchedOff(rules: ReadonlyMap<string, string>): Linter.Config {
  return { rules: Object.fromEntries([...rules.keys()].map((rule) => [rule, 'off'])) };
}

function toFinding({ ruleId, message, line, column }: Linter.LintMessage, file: string): LintFinding {
  return {
    code: ruleId ?? 'source-syntax',
    message: shorten(message),
    file,
    ...(Number.isInteger(line) && { line }),
    ...(Number.isInteger(column) && { column }),
  };
}

/** ESLint puts the rule on what it threw, or, for one that failed before the first node, only into the message. */
function ruleOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('ruleId' in error && typeof error.ruleId === 'string') return error.ruleId;
  return /^Error while loading rule '([^']+)'/.exec(error.message)?.[1];
}

/** The first line of a reason: the rest is ESLint's, about the place, and names folders of this machine. */
function withoutFolder(reason: string, folder: string): string {
  return (reason.split('\n')[0] ?? '').replaceAll(folder, '.');
}

function shorten(text: string): string {
  return text.length > maxMessage ? `${text.slice(0, maxMessage)}…` : text;
}
