import { expect, test } from 'vitest';
import { keepsBuild } from '../../../../plugins/n8n-node/build-script/kept-build.ts';

const built = 'dist/nodes/Acme/Acme.node.js';

function isKept(scripts: Readonly<Record<string, string>>, ignored: Readonly<Record<string, string>> = {}, at = built) {
  const manifest = { scripts, n8n: { nodes: [at] } };
  return keepsBuild(manifest, { exists: (path) => path === built, read: (path) => ignored[path] });
}

test.each([
  [{}, {}],
  [{ test: 'node quick-test.js', 'test:full': 'node test/all.js', lint: 'eslint nodes', prepare: 'husky' }, {}],
  [{}, { '.gitignore': '# dist\nnode_modules\n*.log\ndistant/\n!dist.json' }],
])('a build is kept: %o, %o', (scripts, ignored) => {
  expect(isKept(scripts, ignored)).toBe(true);
});

test.each([
  [{ build: 'tsc' }, {}],
  [{ test: 'tsc && node test.js' }, {}],
  [{ prepack: 'node scripts/make.js' }, {}],
  [{ release: 'npx n8n-node build && npm publish' }, {}],
  [{}, { '.gitignore': 'node_modules\n/dist/' }],
  [{}, { '.gitignore': 'dist/**' }],
  [{}, { '.gitignore': '*.js' }],
  [{}, { '../../.gitignore': 'packages/*/dist' }],
])('a build may be made or not be in the repository: %o, %o', (scripts, ignored) => {
  expect(isKept(scripts, ignored)).toBe(false);
});

test('a build that is not there is not kept', () => {
  expect(isKept({}, {}, 'dist/nodes/Acme/Other.node.js')).toBe(false);
  expect(keepsBuild({}, { exists: () => true, read: () => undefined })).toBe(false);
});
