import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtinKernel } from '../../../plugins/builtin.ts';
import { lintGroups, lintRules } from '../../../plugins/n8n-node/n8n-lint/catalogue/lint-rules.ts';
import { credentialCases } from './checks/credentials/credential-cases.ts';
import { nodeCases } from './checks/nodes/node-cases.ts';
import { dataRows } from './checks/security/data-rows.ts';
import { fieldCases } from './shared-rules/field-cases.ts';
import { iconCases } from './shared-rules/icon-cases.ts';

/** Those of n8n's linter are compared with n8n's own gate, each with its examples. */
const fromLint = new Set(lintGroups.flatMap(lintRules).map(({ code }) => code));
const own = builtinKernel()
  .checks('n8n-node')
  .flatMap(({ rules }) => rules.map(({ code }) => code))
  .filter((code) => !fromLint.has(code));

/** Cases whose codes are put together. */
const tabled = new Set([
  ...[...credentialCases, ...fieldCases, ...iconCases, ...nodeCases].map(({ code }) => code),
  ...dataRows.map(([code]) => code),
]);

async function testTexts(): Promise<string[]> {
  const folder = import.meta.dirname;
  const files = await readdir(folder, { recursive: true });
  const tests = files.filter((file) => file.endsWith('.test.ts') && !file.endsWith('.network.test.ts'));
  return Promise.all(tests.map((file) => readFile(join(folder, file), 'utf8')));
}

describe('the codes of our own', () => {
  it.each(own)('%s has a test that names it', async (code) => {
    const texts = await testTexts();
    expect(tabled.has(code) || texts.some((text) => text.includes(`'${code}'`))).toBe(true);
  });

  it('begin with the name of their check, or of the file that they are about', () => {
    const prefixes = builtinKernel()
      .checks('n8n-node')
      .map(({ name }) => `${name}-`);
    expect(own.filter((code) => !['tsconfig-', ...prefixes].some((prefix) => code.startsWith(prefix)))).toEqual([]);
  });
});
