import fc from 'fast-check';
import { expect, test } from 'vitest';
import { positionInStack } from '../../../../plugins/n8n-node/loader/source-position.ts';

const map = JSON.stringify({
  version: 3,
  sources: ['nodes/Acme.node.ts'],
  names: [],
  // Line 1, column 1 comes from line 3, column 3.
  mappings: 'AAEE',
});
const tree = {
  has: (file: string) => ['nodes/Acme.node.ts', 'dist/Acme.node.js', 'dist/lib.mjs'].includes(file),
  maps: {},
};

test.each([
  [
    'a function',
    'Error: no\n    at Object.<anonymous> (dist/Acme.node.js:6:11)\n',
    { file: 'dist/Acme.node.js', line: 6, column: 11 },
  ],
  ['no function', 'Error: no\n    at dist/Acme.node.js:6:11\n', { file: 'dist/Acme.node.js', line: 6, column: 11 }],
  ['an ECMAScript module', 'Error: no\n    at file://dist/lib.mjs:2:1\n', { file: 'dist/lib.mjs', line: 2, column: 1 }],
  [
    'Node.js first',
    'Error: no\n    at promisify (node:internal/util:460:3)\n    at new Acme (dist/Acme.node.js:1:2)',
    { file: 'dist/Acme.node.js', line: 1, column: 2 },
  ],
  [
    'a syntax error',
    "dist/Acme.node.js:7\nclass {\n      ^\n\nSyntaxError: Unexpected token '{'\n    at wrapSafe (node:internal/modules/cjs/loader:1861:18)",
    { file: 'dist/Acme.node.js', line: 7, column: 7 },
  ],
  [
    'a heading and a frame',
    'dist/Acme.node.js:7\nthrow x;\n^\n\nError: x\n    at f (dist/Acme.node.js:7:9)',
    { file: 'dist/Acme.node.js', line: 7, column: 9 },
  ],
  [
    'files that are none of the project',
    'Error: no\n    at f (/etc/passwd:1:1)\n    at g (../secret.js:1:1)',
    undefined,
  ],
  ['lines that are none', 'Error: no\n    at f (dist/Acme.node.js:0:0)', undefined],
  ['no stack', '', undefined],
])('%s', (_, stack, expected) => {
  expect(positionInStack(stack, tree)).toEqual(expected);
});

test('a compiled line is shown as that of its source', () => {
  const mapped = { ...tree, maps: { 'dist/Acme.node.js': map } };
  const at = (place: string) => positionInStack(`Error: no\n    at f (dist/Acme.node.js:${place})`, mapped);
  expect(at('1:1')).toEqual({ file: 'nodes/Acme.node.ts', line: 3, column: 3 });
});

test('only files of the project are named, for any stack', () => {
  const part = fc.constantFrom(
    '    at ',
    '(',
    ')',
    'dist/Acme.node.js',
    '/etc/passwd',
    ':',
    '1',
    '\n',
    '^',
    ' ',
    '__proto__',
    '..',
    '/',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const place = positionInStack(parts.join(''), { ...tree, maps: { 'dist/Acme.node.js': map } });
      expect(place === undefined || tree.has(place.file)).toBe(true);
    }),
  );
});
