import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Node, parseSync } from 'oxc-parser';
import { analyse } from 'scslre';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Only tested against what is cut to some hundred characters. */
const shortOnly = [
  'plugins/n8n-node/behaviour/runs/asked-times.ts',
  'plugins/n8n-node/checks/compatibility/harmless-faults.ts',
];

const sources = ['kernel', 'plugins', 'runner', 'judge', 'cloud', 'cli']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => posix.join(folder, path)),
  )
  .filter((path) => path.endsWith('.ts'));

function expressionsIn(path: string): RegExp[] {
  const found: RegExp[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, regex } = node as Partial<Extract<Node, { type: 'Literal'; regex: unknown }>>;
    if (type === 'Literal' && regex) found.push(new RegExp(regex.pattern, regex.flags));
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(path, readFileSync(join(root, path), 'utf8')).program.body);
  return found;
}

const slowIn = (expressions: readonly RegExp[]) =>
  expressions.filter((expression) => analyse(expression).reports.length > 0).map(String);

// A file of another can be megabytes of one character: what is quadratic then takes minutes.
test('no regular expression takes more than linear time', () => {
  const slow = sources.map((path) => [path, slowIn(expressionsIn(path))] as const);
  expect(slow.filter(([path, found]) => found.length > 0 && !shortOnly.includes(path))).toEqual([]);
  expect(slow.filter(([path, found]) => found.length > 0 && shortOnly.includes(path))).toHaveLength(shortOnly.length);
});

test.each([/\s+$/, /(\w+):/, /^\s*#/m, /(a+)+$/])('%s is one that does', (expression) => {
  expect(slowIn([expression])).toHaveLength(1);
});
