import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { dirname } from 'node:path/posix';
import type { Linter } from 'eslint';
import { reasonOf } from '../../../../kernel/errors.ts';
import { excerpts, lineBreaks } from '../../../../kernel/excerpt.ts';
import { forgetProject } from './cached-fs-stand-in.ts';
import { flatConfig } from './flat-config.ts';
import type { LintFinding } from './lint-output.ts';
import { lintRequire } from './lint-packages.ts';
import { withoutEval } from './literal-eval.ts';
import { createRulePass } from './rule-pass.ts';
import { createRulesOfFile, type RuleInForce } from './rules-of-file.ts';
import type { Syntax } from './syntax.ts';

/** Bytes of a file to lint: published bundles have a few MB, and parsing takes far more memory. */
const maxBytes = 8 * 1024 * 1024;
/** Characters of a message; some rules include text of the project. */
const maxMessage = 10_000;
/** Reported findings per file. */
const maxFindings = 1000;

/**
 * Creates the function that lints a file of the project in `folder`. It never throws: for a file that cannot be read, or
 * on which a rule fails, it returns a finding.
 */
export function createFileLinter(folder: string, syntax: Syntax): (file: string) => LintFinding[] {
  forgetProject(folder);
  let slow: ReturnType<typeof eslintVerify> | undefined;
  const verify = (text: string, filename: string, file: string, failed: ReadonlyMap<string, string>) =>
    withoutEval(syntax, () => {
      const found = failed.size === 0 ? quickVerify(syntax, { text, filename, file }) : undefined;
      if (found) return found;
      slow ??= eslintVerify(folder, syntax);
      return slow(text, filename, failed);
    });

  return (file) => {
    const filename = join(folder, file);
    const unlintable = (reason: string): LintFinding => ({
      code: 'source-unlintable',
      file,
      message: shorten(reason.replaceAll(folder, '.')),
    });
    const failureOf = (rule: string, reason: string): LintFinding => {
      const manifest = leadsOut.test(reason) ? nestedManifest(folder, file) : undefined;
      if (manifest === undefined) return unlintable(`n8n's rule ${rule} fails on this file: ${reason}`);
      const cause = 'the nearest package.json is this one and not that of the package';
      return {
        ...unlintable(`n8n's rule ${rule} fails on ${file}, because ${cause}: move or delete it`),
        file: manifest,
      };
    };
    const failed = new Map<string, string>();
    for (;;) {
      const failures = [...failed].map(([rule, reason]) => failureOf(rule, reason));
      try {
        const { size } = statSync(filename);
        if (size > maxBytes) return [unlintable(`it has ${size} bytes, and at most ${maxBytes} are linted`)];
        const text = readFileSync(filename, 'utf8');
        const found = toFindings(verify(text, filename, file, failed), file, text);
        if (found.length > maxFindings)
          failures.push(unlintable(`it has ${found.length} findings; the first ${maxFindings} are shown`));
        return [...found.slice(0, maxFindings), ...failures];
      } catch (error) {
        // ESLint adds paths of this machine on further lines.
        const reason = reasonOf(error).split('\n')[0] ?? '';
        const rule = ruleOf(error);
        if (rule === undefined || failed.has(rule)) return [unlintable(reason), ...failures];
        // Lints again without the rule that failed.
        failed.set(rule, reason);
      }
    }
  };
}

/** What rules of n8n throw for the path of a node that is not below the nearest package.json. */
const leadsOut = /^Path traversal detected/;

/** The nearest package.json of a file, if that is not the one of the project. */
function nestedManifest(folder: string, file: string): string | undefined {
  for (let at = dirname(file); at !== '.'; at = dirname(at))
    if (existsSync(join(folder, at, 'package.json'))) return `${at}/package.json`;
  return undefined;
}

type Messages = Linter.LintMessage[];

// Independent of the project.
const rulesOf = createRulesOfFile();
const passes = new Map<readonly RuleInForce[], ReturnType<typeof createRulePass>>();

/** Runs the rules without ESLint's Linter; undefined for a file that only the Linter can lint. */
function quickVerify(
  syntax: Syntax,
  { text, filename, file }: { text: string; filename: string; file: string },
): Messages | undefined {
  try {
    const rules = rulesOf(file, text);
    const source = rules && syntax.source?.(text, filename);
    if (!source) return undefined;
    const pass = passes.get(rules) ?? createRulePass(rules);
    passes.set(rules, pass);
    return pass(source);
  } catch {
    // A rule failed; ESLint's Linter says which one.
    return undefined;
  }
}

/** ESLint's Linter, which loads slowly. */
function eslintVerify(folder: string, syntax: Syntax) {
  const { Linter: ESLintLinter }: typeof import('eslint/universal') = lintRequire()('eslint/universal');
  const linter: Linter = new ESLintLinter({ cwd: folder });
  const configs = flatConfig(syntax.eslint);
  return (text: string, filename: string, failed: ReadonlyMap<string, string>): Messages =>
    linter.verify(text, [...configs, { rules: Object.fromEntries([...failed.keys()].map((rule) => [rule, 'off'])) }], {
      filename,
      allowInlineConfig: false,
    });
}

function toFindings(messages: readonly Linter.LintMessage[], file: string, text: string): LintFinding[] {
  const excerptAt = excerpts(text, lineBreaks.script);
  return messages.map((found) => {
    const { ruleId, messageId, message, line, column, fix } = found;
    const excerpt = excerptAt(line, column);
    return {
      code: ruleId ?? 'source-syntax',
      ...(messageId !== undefined && { messageId }),
      message: shorten(message),
      file,
      ...positions(found),
      ...(fix && { edit: { start: fix.range[0], end: fix.range[1], text: fix.text } }),
      ...(excerpt && { evidence: excerpt.text, evidenceColumn: excerpt.column }),
    };
  });
}

function positions({ line, column, endLine, endColumn }: Linter.LintMessage): Partial<LintFinding> {
  const given = Object.entries({ line, column, endLine, endColumn });
  return Object.fromEntries(given.filter(([, value]) => Number.isSafeInteger(value) && Number(value) >= 0));
}

/**
 * The rule that threw an error: a property of the error or, for a rule that failed before the first node, a part of the
 * message.
 */
function ruleOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('ruleId' in error && typeof error.ruleId === 'string') return error.ruleId;
  return /^Error while loading rule '([^']+)'/.exec(error.message)?.[1];
}

function shorten(text: string): string {
  return text.length > maxMessage ? `${text.slice(0, maxMessage)}…` : text;
}
