import { expect, test } from 'vitest';
import { markFallout } from '../../../../../plugins/n8n-node/typescript/missing-module-errors/missing-module-errors.ts';

const path = 'nodes/Acme/Acme.node.ts';
const text = (value: string) => `import path from 'node:path';
let file: string | null = null;
file = ${value};
use(file);
`;
const unassigned = { file: path, line: 4, column: 5, code: 2345, message: "Type 'null' is not assignable." };
const untyped = { file: path, line: 1, column: 18, code: 2591, message: "Cannot find name 'node:path'. Try …" };

function isFallout(value: string, ...diagnostics: (typeof untyped)[]) {
  const sources = { paths: [path], read: () => text(value), aliases: {} };
  return markFallout([unassigned, ...diagnostics], sources)[0]?.fallout === true;
}

test('what a module of Node.js without types returns does not narrow a variable', () => {
  expect(isFallout("path.join('a')", untyped)).toBe(true);
  expect(isFallout("path.join('a')")).toBe(false);
  expect(isFallout('other()', untyped)).toBe(false);
});

test('what is `unknown` because a package is missing may not be spread', () => {
  const spread = { file: path, line: 3, column: 8, code: 2698, message: 'Spread types may only be created from …' };
  const missing = { file: path, line: 1, column: 18, code: 2307, message: "Cannot find module 'acme-client' or …" };
  const marked = (importing: string) =>
    markFallout([spread, missing], {
      paths: [path],
      read: () => `import { models } from '${importing}';\nObject.values(models).map((one) =>\n  ({ ...one }));\n`,
      aliases: {},
    })[0]?.fallout;
  expect(marked('acme-client')).toBe(true);
});
