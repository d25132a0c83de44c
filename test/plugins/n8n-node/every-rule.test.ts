import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtinKernel } from '../../../plugins/builtin.ts';
import { lintGroups, lintRules } from '../../../plugins/n8n-node/n8n-lint/catalogue/lint-rules.ts';

/** Those of n8n's linter are compared with n8n's own gate, each with its examples. */
const fromLint = new Set(lintGroups.flatMap(lintRules).map(({ code }) => code));
const checks = builtinKernel().checks('n8n-node');
/** Where the rules of a check are tested, if not in its own folder. */
const sharedTests: Readonly<Record<string, string>> = { nodes: 'shared-rules', credentials: 'shared-rules' };
const own = checks.flatMap(({ rules }) => rules.map(({ code }) => code)).filter((code) => !fromLint.has(code));

describe('the codes of our own', () => {
  // What a code is raised by and what it is not is seen where the check is tested: see every-rule.ts.
  it.each(checks.map(({ name }) => name))('of the check %s are each seen, raised and not raised', async (name) => {
    const folder = join(import.meta.dirname, sharedTests[name] ?? `checks/${name}`);
    const files = (await readdir(folder)).filter((file) => file.endsWith('.test.ts'));
    const tests = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    expect(tests.filter((text) => text.includes('everyRule(') && text.includes('rules.seen()'))).not.toEqual([]);
  });

  it('begin with the name of their check, or of the file that they are about', () => {
    const prefixes = checks.map(({ name }) => `${name}-`);
    expect(own.filter((code) => !['tsconfig-', ...prefixes].some((prefix) => code.startsWith(prefix)))).toEqual([]);
  });
});

it('files that nothing can be read or loaded from are to be fixed first, though their checks are not essential', () => {
  const essential = checks.flatMap(({ rules }) => rules.filter((rule) => rule.essential).map(({ code }) => code));
  expect(essential).toEqual(expect.arrayContaining(['manifest-not-json', 'manifest-byte-order-mark', 'source-syntax']));
});
