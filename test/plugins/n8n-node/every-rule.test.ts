import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtinKernel } from '../../../plugins/builtin.ts';
import { lintGroups, lintRules } from '../../../plugins/n8n-node/n8n-lint/catalogue/lint-rules.ts';

/** Those of n8n's linter are compared with n8n's own gate, each with its examples. */
const fromLint = new Set(lintGroups.flatMap(lintRules).map(({ code }) => code));
const checks = builtinKernel().checks('n8n-node');
const own = checks.flatMap(({ rules }) => rules.map(({ code }) => code)).filter((code) => !fromLint.has(code));

/**
 * Each check's test has a table of projects that break its rules and of near misses, runs the check on both, and compares
 * the codes of the table with those of the check. Those of nodes and credentials are in shared-rules/.
 */
describe('the codes of our own', () => {
  const tables = new Map(
    readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => [file, readFileSync(join(import.meta.dirname, file), 'utf8')]),
  );

  it.each(checks.map(({ name }) => name))('of the check %s are compared with a table of cases', (name) => {
    const compared = new RegExp(`\\b(?:${name}Check|check|${name}Rules|publishedRules)\\.?(?:rules)?\\.map\\(`);
    const own = [...tables].filter(([file]) => file.startsWith(`checks/${name}/`) || file.startsWith('shared-rules/'));
    expect(own.some(([, text]) => compared.test(text) || text.includes(`...${name}Check.rules`))).toBe(true);
  });

  it('begin with the name of their check, or of the file that they are about', () => {
    const prefixes = checks.map(({ name }) => `${name}-`);
    expect(own.filter((code) => !['tsconfig-', ...prefixes].some((prefix) => code.startsWith(prefix)))).toEqual([]);
  });
});
