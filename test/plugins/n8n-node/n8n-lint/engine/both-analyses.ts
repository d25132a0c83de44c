import { readdirSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { ESLint, type Linter } from 'eslint';
import { dir } from 'tmp-promise';
import { afterAll, vi } from 'vitest';
import type { Mode } from '../../../../../kernel/index.ts';
import { requireFrom } from '../../../../../plugins/n8n-node/n8n/kit-folder.ts';
import { severities } from '../../../../../plugins/n8n-node/n8n-lint/catalogue/ruleset.ts';
import type { LintFinding } from '../../../../../plugins/n8n-node/n8n-lint/engine/lint-output.ts';
import { lintableFiles } from '../../../../../plugins/n8n-node/n8n-lint/engine/lintable-files.ts';
import { endLintProcess, lintInProcess } from './lint-process.ts';

/** What one analysis says of a project, in an order that does not depend on who says it. */
export interface Analysis {
  findings: LintFinding[];
  /** Whether the gate would let it through. */
  passed: boolean;
}

afterAll(endLintProcess);

// One of n8n's plugins behaves differently in tests, which it tells by this variable when it is imported.
vi.stubEnv('NODE_ENV', undefined);

/**
 * What `analyzePackage` of @n8n/scan-community-package makes of a folder: its own run, files and configuration, seen
 * through the call of ESLint inside it, because it only returns formatted text.
 * @throws {Error} what made it break off
 */
export async function officialAnalysis(folder: string, mode: Mode): Promise<Analysis> {
  const { analyzePackage, SOURCE_FILE_PATTERNS } = await importScanner();
  const lintFiles = vi.spyOn(ESLint.prototype, 'lintFiles');
  // It prints what it throws.
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  try {
    const verdict = await analyzePackage(
      folder,
      mode === 'project' ? SOURCE_FILE_PATTERNS : ['**/*.js', 'package.json'],
    );
    if (verdict.error) throw verdict.error;
    const [call] = lintFiles.mock.results;
    const results: ESLint.LintResult[] = call?.type === 'return' ? await call.value : [];
    return { findings: results.flatMap((result) => findingsOf(result, folder)).sort(byPlace), passed: verdict.passed };
  } finally {
    lintFiles.mockRestore();
    printed.mockRestore();
  }
}

/** Gives the gate the rules of a kit, as it will have them when it takes the newest version of n8n's plugin. */
export async function giveGateRulesOf(kit: string): Promise<void> {
  const { n8nCommunityNodesPlugin: own } = await import('@n8n/eslint-plugin-community-nodes');
  const { n8nCommunityNodesPlugin: other }: { n8nCommunityNodesPlugin: typeof own } = requireFrom(kit)(
    '@n8n/eslint-plugin-community-nodes',
  );
  Object.assign(own.configs, other.configs);
}

/** What the linter makes of a folder. @param kit folder; that of the ruleset when absent */
export async function ourAnalysis(folder: string, mode: Mode, kit?: string): Promise<Analysis> {
  const found = await lintInProcess({ folder, files: lintableFiles(pathsIn(folder), mode) }, kit);
  // The excerpt is ours.
  const findings = found.map(({ evidence: _, evidenceColumn: _column, ...finding }) => finding).sort(byPlace);
  return { findings, passed: findings.every(({ code }) => severities.get(code) === 'warning') };
}

/** Every file below a folder, relative to it, with `/`. */
function pathsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, `${entry.parentPath}${sep}${entry.name}`).replaceAll(sep, '/'));
}

/** The scanner makes a temporary folder when it is imported, and leaves it: here it goes into one that is removed. */
export async function importScanner() {
  const folder = await dir({ unsafeCleanup: true });
  const { TMPDIR } = process.env;
  vi.stubEnv('TMPDIR', folder.path);
  try {
    return await import('@n8n/scan-community-package/scanner/scanner.mjs');
  } finally {
    vi.stubEnv('TMPDIR', TMPDIR);
    await folder.cleanup();
  }
}

function findingsOf({ filePath, messages }: ESLint.LintResult, folder: string): LintFinding[] {
  const file = relative(folder, filePath).replaceAll(sep, '/');
  return messages
    .filter((message) => !isIgnored(message))
    .map(({ ruleId, messageId, message, line, column, endLine, endColumn, fix }) => ({
      code: ruleId ?? 'source-syntax',
      ...(messageId !== undefined && { messageId }),
      message,
      file,
      ...(line !== undefined && { line }),
      ...(column !== undefined && { column }),
      ...(endLine !== undefined && { endLine }),
      ...(endColumn !== undefined && { endColumn }),
      ...(fix && { edit: { start: fix.range[0], end: fix.range[1], text: fix.text } }),
    }));
}

/** ESLint's note on a file that its default ignores leave out: there is no finding in it. */
function isIgnored({ ruleId, message }: Linter.LintMessage): boolean {
  return ruleId === null && message.startsWith('File ignored by default');
}

export function byPlace(a: LintFinding, b: LintFinding): number {
  const key = ({ file, line = 0, column = 0, code, message }: LintFinding) =>
    [file, String(line).padStart(8, '0'), String(column).padStart(8, '0'), code, message].join('\0');
  return key(a) < key(b) ? -1 : 1;
}
