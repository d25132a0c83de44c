import { ESLint, type Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { severities } from '../../../../../plugins/n8n-node/n8n-lint/catalogue/ruleset.ts';
import { typescriptSyntax } from '../../../../../plugins/n8n-node/n8n-lint/engine/syntax.ts';
import { importScanner } from '../engine/both-analyses.ts';

const folder = '/project';
/** A file of each kind that n8n's gate tells apart, and neighbours of them. */
const files = [
  'package.json',
  'nodes/package.json',
  'nodes/Acme/Acme.node.ts',
  'nodes/Acme/Acme.node.js',
  'nodes/Acme/Acme.node.json',
  'nodes/Acme.d.ts',
  'nodes/credentials/AcmeApi.credentials.ts',
  'credentials/AcmeApi.credentials.ts',
  'credentials/AcmeApi.credentials.js',
  'credentials/nodes/Acme.node.ts',
  'dist/nodes/Acme/Acme.node.js',
  'dist/index.js',
  'eslint.config.js',
  'nodes/eslint.config.js',
];

describe("the ruleset is that of n8n's gate", () => {
  it.each(files)('for %s', async (file) => {
    const { flatConfig } = await import('../../../../../plugins/n8n-node/n8n-lint/engine/flat-config.ts');
    const { buildScanConfig } = await importScanner();
    expect(await inForce(flatConfig(typescriptSyntax.eslint), file)).toEqual(
      await inForce(await buildScanConfig(), file),
    );
  });

  it('and every rule of ours is in force there', async () => {
    const { buildScanConfig } = await importScanner();
    const config = await buildScanConfig();
    const all = await Promise.all(files.map((file) => inForce(config, file)));
    const theirs = new Set(all.flatMap(({ rules }) => Object.keys(rules)));
    expect(new Set(severities.keys())).toEqual(theirs);
  });
});

/** What a configuration says of a file: the rules that are on, with severity and options, and how it is parsed. */
async function inForce(overrideConfig: Linter.Config[], file: string) {
  const eslint = new ESLint({ cwd: folder, overrideConfigFile: true, overrideConfig });
  const config: Linter.Config = await eslint.calculateConfigForFile(`${folder}/${file}`);
  const rules = Object.entries(config.rules ?? {}).filter(([, entry]) => Array.isArray(entry) && entry[0] !== 0);
  const { plugins: _, rules: __, languageOptions, ...rest } = config;
  const { parser, ...language } = { parser: undefined, ...languageOptions };
  return { ...rest, language, parser: parser?.meta?.name, rules: Object.fromEntries(rules) };
}
