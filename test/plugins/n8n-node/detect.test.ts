import { expect, it } from 'vitest';
import { builtinKernel } from '../../../plugins/builtin.ts';

const kernel = builtinKernel();

it.each([
  [{ dependencies: { n8n: '1' } }],
  [{ dependencies: { 'n8n-core': '*' } }],
  [{ peerDependencies: { 'n8n-workflow': '*' } }],
  [{ devDependencies: { '@n8n/node-cli': '*' } }],
  [{ optionalDependencies: { 'n8n-nodes-base': '*' } }],
  [{ n8n: {} }],
])('detects %j as an n8n node', (manifest) => {
  expect(kernel.detect(manifest)).toBe('n8n-node');
});

it.each([
  [{}],
  [{ dependencies: { express: '5', 'not-n8n': '1', '@acme/n8n': '1', n8nx: '1' } }],
  [{ n8n: true, dependencies: 'n8n' }],
  [{ n8n: [] }],
  [{ scripts: { n8n: 'n8n' } }],
  [{ dependencies: ['n8n'] }],
  [{ bundleDependencies: { n8n: '1' } }],
])('does not take %j for one', (manifest) => {
  expect(kernel.detect(manifest)).toBeUndefined();
});

it("includes what the specification names and what n8n's scaffold creates", () => {
  expect(kernel.include('n8n-node')).toEqual([
    'src/',
    'package.json',
    'tsconfig.json',
    'nodes/',
    'credentials/',
    'icons/',
    'README.md',
    'LICENSE*',
    'CHANGELOG.md',
  ]);
});
