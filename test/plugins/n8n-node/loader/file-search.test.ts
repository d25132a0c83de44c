import { expect, test } from 'vitest';
import { fileSearch } from '../../../../plugins/n8n-node/loader/file-search.ts';
import { loadedPackage } from '../../../../plugins/n8n-node/loader/loaded-package.ts';
import { openProject } from '../project-on-disk.ts';
import { acmeClass, acmePackage } from './broken-packages.ts';

const finding = (statement: string) =>
  acmeClass({ name: 'Acme', description: "name: 'acme', properties" }).replace(
    /^/,
    `const properties = ${statement}.map((path) => require(require('node:path').resolve(__dirname, path)));\n`,
  );

test.each([
  ["require('glob').globSync('**/*.operation.js', { cwd: __dirname })", ['get', 'list']],
  ["require('glob').sync('*.operation.js', { cwd: __dirname, ignore: 'list.*' })", ['get']],
  ["require('fast-glob').sync(['*.operation.js'], { cwd: __dirname, absolute: true })", ['get', 'list']],
])('what a node loads with %s is loaded', async (statement, names) => {
  const contents = acmePackage(
    '',
    {
      'dist/Acme.node.js': finding(statement),
      'dist/get.operation.js': "module.exports = { name: 'get', type: 'string', default: '' };",
      'dist/list.operation.js': "module.exports = { name: 'list', type: 'string', default: '' };",
    },
    { n8n: { nodes: ['dist/Acme.node.js'] }, dependencies: { glob: '^11.0.0', 'fast-glob': '^3.0.0' } },
  );
  await using project = await openProject(contents, { mode: 'package' });
  const { files } = await project.context.service(loadedPackage);
  expect(files.flatMap(({ node }) => node?.versions ?? [])).toMatchObject([
    { description: { properties: names.map((name) => ({ name })) } },
  ]);
});

test('no other package finds files', () => {
  expect(fileSearch('lodash', () => ({}))).toBeUndefined();
});
