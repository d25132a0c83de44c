import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { selectTypes } from '../../../../plugins/n8n-node/typescript/types-versions.ts';

const node = JSON.stringify({ typesVersions: { '<=5.6': { '*': ['ts5.6/*'] }, '<=5.7': { '*': ['ts5.7/*'] } } });

async function typesFolder(manifests: Record<string, string>) {
  const scratch = await mkdtemp(join(tmpdir(), 'service-types-versions-'));
  const types = join(scratch, '@types');
  for (const [name, manifest] of Object.entries(manifests)) {
    for (const folder of ['ts5.6', 'ts5.7']) await mkdir(join(types, name, folder), { recursive: true });
    await writeFile(join(types, name, 'package.json'), manifest);
  }
  return { scratch, types, select: (version: string) => selectTypes(types, version, scratch) };
}

test.each([
  ['4.8.4', 'ts5.6'],
  ['5.6.3', 'ts5.6'],
  ['5.7.2', 'ts5.7'],
])('TypeScript %s gets the types in %s', async (version, folder) => {
  const { types, select } = await typesFolder({ node });
  const root = select(version);
  expect(await realpath(join(root ?? '', 'node'))).toBe(await realpath(join(types, 'node', folder)));
});

test('a later version gets those of the package itself', async () => {
  expect((await typesFolder({ node })).select('5.9.2')).toBeUndefined();
});

test.each([
  '{',
  'null',
  '{"typesVersions":7}',
  '{"typesVersions":{"*":{"*":["../*"]}}}',
  '{"typesVersions":{"not a range":{"*":["ts5.6/*"]}}}',
  '{"typesVersions":{"*":{"*":[7]}}}',
  '{"typesVersions":{"*":{"*":["missing/*"]}}}',
])('nothing is taken of a manifest that is %s', async (manifest) => {
  expect((await typesFolder({ odd: manifest })).select('4.8.4')).toBeUndefined();
});
