import { expect, it } from 'vitest';
import { lintableFiles } from '../../../../../plugins/n8n-node/n8n-lint/engine/lintable-files.ts';

const paths = [
  'package.json',
  'index.js',
  'nodes/Acme/Acme.node.ts',
  'nodes/Acme/Acme.node.json',
  'nodes/Acme/helper.js',
  'nodes/Acme/acme.svg',
  'nodes/package-lock.json',
  'nodes/.hidden/Acme.node.ts',
  'nodes/node_modules/dependency/index.js',
  'credentials/AcmeApi.credentials.ts',
  'src/nodes/Other.node.ts',
  'dist/nodes/Acme/Acme.node.js',
  'node_modules/dependency/index.js',
  '.eslintrc.js',
];

it('looks at the manifest and the sources of a project', () => {
  expect(lintableFiles(paths, 'project')).toEqual([
    'package.json',
    'nodes/Acme/Acme.node.ts',
    'nodes/Acme/Acme.node.json',
    'nodes/Acme/helper.js',
    'credentials/AcmeApi.credentials.ts',
  ]);
});

it('looks at the manifest and every script of a package', () => {
  expect(lintableFiles(paths, 'package')).toEqual([
    'package.json',
    'index.js',
    'nodes/Acme/helper.js',
    'dist/nodes/Acme/Acme.node.js',
  ]);
});
