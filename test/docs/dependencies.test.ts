import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const page = await readFile(new URL('../../docs/dependencies.md', import.meta.url), 'utf8');

/** The packages of a row, without what is said of them. */
const listed = [...page.matchAll(/^\| (?!package |-)([^|]+?) *\|/gm)].flatMap(([, cell = '']) =>
  cell.split(', ').map((name) => name.replace(/ \(.*/, '')),
);

it('says of every dependency why it is there, and of no other', () => {
  const installed = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(listed.toSorted()).toEqual(installed.toSorted());
});
