import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint, type Linter } from 'eslint';
import fc from 'fast-check';
import { beforeAll, expect, it, vi } from 'vitest';
import type { createRulesOfFile } from '../../../../../plugins/n8n-node/n8n-lint/engine/rules-of-file.ts';
import { typescriptSyntax } from '../../../../../plugins/n8n-node/n8n-lint/engine/syntax.ts';

const folder = '/project';
/** A text in which every rule may find something. */
const everything = String.raw`\u0061`;

let configured: (path: string) => Promise<Linter.Config | undefined>;
let rulesOf: ReturnType<typeof createRulesOfFile>;

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', undefined);
  const { flatConfig } = await import('../../../../../plugins/n8n-node/n8n-lint/engine/flat-config.ts');
  const overrideConfig = flatConfig(typescriptSyntax.eslint);
  const eslint = new ESLint({ cwd: folder, overrideConfigFile: true, overrideConfig });
  configured = (path) => eslint.calculateConfigForFile(path);
  const module = await import('../../../../../plugins/n8n-node/n8n-lint/engine/rules-of-file.ts');
  rulesOf = module.createRulesOfFile();
});

it("the rules of a file are those of ESLint's configuration, in its order", async () => {
  const word = fc.constantFrom(
    'nodes',
    'credentials',
    'package',
    'eslint.config',
    'A',
    'x.node',
    '[id]*',
    '!{a,b}',
    'a b',
    '\\',
    '\n',
  );
  const path = fc
    .tuple(fc.array(word, { maxLength: 4 }), word, fc.constantFrom('.ts', '.d.ts', '.json', '.js'))
    .map(([folders, name, extension]) => [...folders, name + extension].join('/'));
  await fc.assert(
    fc.asyncProperty(path, async (file) => {
      const rules = rulesOf(file, everything);
      if (!rules) {
        expect(file).toContain('\n');
        return;
      }
      const theirs = Object.entries((await configured(join(folder, file)))?.rules ?? {});
      const ours = rules.map(({ id, severity, rule }) => [id, [severity, ...(rule.meta?.defaultOptions ?? [])]]);
      expect(ours, file).toEqual(theirs);
    }),
    { numRuns: 100 },
  );
});

it('rules that ask for scopes are left out of a text that has nothing for them', () => {
  const ids = (text: string) => (rulesOf('nodes/a.ts', text) ?? []).map(({ id }) => id);
  const left = ids(everything).filter((id) => !ids('const a = 1;').includes(id));
  expect(left).toEqual(['no-console', '@n8n/community-nodes/no-restricted-globals']);
  expect(ids('console.log(1)')).toContain('no-console');
});

it("no name that n8n's rule restricts is overlooked", () => {
  const plugin = dirname(fileURLToPath(import.meta.resolve('@n8n/eslint-plugin-community-nodes')));
  const text = readFileSync(join(plugin, 'rules/no-restricted-globals.js'), 'utf8');
  const [, list = ''] = /const restrictedGlobals = \[([^\]]*)\]/.exec(text) ?? [];
  const names = [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name ?? '');
  expect(names).toContain('globalThis');
  for (const name of names)
    expect(rulesOf('nodes/a.ts', `${name}()`), name).toContainEqual(
      expect.objectContaining({ id: '@n8n/community-nodes/no-restricted-globals' }),
    );
});
