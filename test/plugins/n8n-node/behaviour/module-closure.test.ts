import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../../../../kernel/project-files.ts';
import { moduleClosures } from '../../../../plugins/n8n-node/behaviour/module-closure.ts';

const node = 'dist/nodes/A.node.js';
const files: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "n8n-nodes-x" }',
  'dist/package.json': '{}',
  'nodes/A.node.ts': '// a source',
  'nodes/table.json': '{}',
  [node]: `const own = require("./GenericFunctions"); const { request } = require('n8n-workflow'); import('./late.js');`,
  'dist/nodes/GenericFunctions.js': "require('../shared'); require('../../nodes/table.json')",
  'dist/nodes/late.js': '',
  'dist/shared/index.js': '',
  'dist/nodes/B.node.js': "require('./GenericFunctions')",
};

const closureOf = (all: Readonly<Record<string, string>>, path = node) => moduleClosures(memoryFiles(all))(path);

describe('the closure of a built node', () => {
  it.each([node, 'dist/nodes/GenericFunctions.js', 'dist/shared/index.js', 'dist/nodes/late.js', 'nodes/table.json'])(
    'changes with %s, which it reaches',
    async (path) => {
      expect(await closureOf({ ...files, [path]: `${files[path]} ` })).not.toBe(await closureOf(files));
    },
  );

  it.each(['package.json', 'dist/package.json'])('changes with %s', async (path) => {
    expect(await closureOf({ ...files, [path]: '{ "type": "module" }' })).not.toBe(await closureOf(files));
  });

  it.each(['nodes/A.node.ts', 'dist/nodes/B.node.js', 'README.md'])('does not change with %s', async (path) => {
    expect(await closureOf({ ...files, [path]: 'other' })).toBe(await closureOf(files));
  });

  it('changes when another file takes the place of a module', async () => {
    expect(await closureOf({ ...files, 'dist/shared.js': '' })).not.toBe(await closureOf(files));
  });

  it('is of the overlay rather than of the project', async () => {
    const laid = moduleClosures(memoryFiles(files), { 'dist/shared/index.js': '// compiled anew' });
    expect(await laid(node)).not.toBe(await closureOf(files));
  });

  it.each([
    "require('./' + name)",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code.
    'require(`./${name}`)',
    'const load = require; load("./B.node.js")',
    'module.require("./B.node.js")',
    "require('node:fs').readFileSync('README.md')",
    "process.getBuiltinModule('fs')",
    "require('./missing')",
    "require('#own')",
  ])('is the whole project for %s', async (code) => {
    const reading = { ...files, 'dist/shared/index.js': code };
    expect(await closureOf({ ...reading, 'README.md': 'other' })).not.toBe(await closureOf(reading));
  });

  it('is the whole project where a folder with a manifest is a module', async () => {
    const led = { ...files, 'dist/shared/package.json': '{ "main": "other.js" }', 'dist/shared/other.js': '' };
    expect(await closureOf({ ...led, 'dist/shared/other.js': '1' })).not.toBe(await closureOf(led));
  });
});
