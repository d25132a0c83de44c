import { expect, it } from 'vitest';
import { builtinKernel } from '../../../../plugins/builtin.ts';
import { openProject } from '../project-on-disk.ts';

const checks = builtinKernel().checks('n8n-node', 'project');

/** What the checks of package.json say of one, n8n's linter included: the code and what the message quotes, sorted. */
async function told(manifest: string): Promise<string[]> {
  await using project = await openProject({ 'package.json': manifest });
  const said: string[] = [];
  for (const check of checks.filter(({ name }) => ['manifest', 'dependencies', 'load'].includes(name))) {
    const { findings } = await project.run(check);
    said.push(...findings.map(({ code, line, column }) => `${line}:${column} ${code.replace(/^.*\//, '')}`));
  }
  return said.sort();
}

it('reports each problem of a minimal manifest once, by whichever rule', async () => {
  expect(await told('{"devDependencies":{"n8n-workflow":"*"}}')).toEqual([
    '1:1 community-package-json-keywords-missing',
    '1:1 community-package-json-license-missing',
    '1:1 manifest-license-file-missing',
    '1:1 manifest-repository-missing',
    '1:1 n8n-object-validation',
    '1:1 package-name-convention',
    '1:1 require-files-array',
    '1:1 require-homepage',
    '1:1 require-version',
    '1:1 valid-author',
    '1:1 valid-description',
    '1:1 valid-peer-dependencies',
  ]);
});

it('reports each problem of a careless manifest once, by whichever rule', async () => {
  const lines = [
    '{ "name": "n8n-nodes-Acme", "version": "v1.0.0", "description": "Acme", "homepage": "https://acme.example",',
    '"keywords": ["n8n-community-node-package"], "author": { "name": "A", "email": "a@acme.example" },',
    '"license": "MIT", "files": ["dist"],',
    '"repository": "https://github.com/<...>/n8n-nodes-<...>",',
    '"scripts": { "preinstall": "x" },',
    '"n8n": { "n8nNodesApiVersion": "1", "nodes": [',
    '"nodes/Acme.node.js",',
    '"dist/../../Acme.node.js",',
    '"dist/Acme.node.ts",',
    '"dist/Api.credentials.js",',
    '7',
    '] },',
    '"dependencies": {',
    '"client": "file:../client", "a": "2" },',
    '"optionalDependencies": { "sharp": "1" },',
    '"overrides": { "a": "1" },',
    '"resolutions": { "a": "1" },',
    '"peerDependencies": { "n8n-workflow": "^2.0.0" } }',
  ];
  expect(await told(lines.join('\n'))).toEqual(
    [
      '1:11 manifest-name-invalid',
      '1:29 require-version',
      '3:12 manifest-license-file-missing',
      '4:15 no-template-placeholders',
      '5:14 no-forbidden-lifecycle-scripts',
      '6:10 n8n-object-validation',
      '7:1 n8n-object-validation',
      '8:1 manifest-entry-outside',
      '9:1 manifest-entry-not-javascript',
      '10:1 manifest-entry-in-wrong-list',
      '11:1 n8n-object-validation',
      '13:1 no-runtime-dependencies',
      '14:11 dependencies-not-from-registry',
      '15:25 dependencies-optional',
      '16:1 no-overrides-field',
      '17:16 dependencies-overridden',
      '18:23 valid-peer-dependencies',
    ].sort(),
  );
});

it('reports an invalid manifest as invalid JSON, not as a syntax error of TypeScript', async () => {
  expect(await told('{ "name": }')).toEqual(['1:11 manifest-not-json']);
});
