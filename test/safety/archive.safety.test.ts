import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { chooseIsolation, type Isolation } from '../../runner/sandbox/isolation.ts';
import { registrySource } from '../../runner/source/registry-source.ts';
import { useLocalRegistry } from '../runner/source/local-registry.ts';
import { entry, tarball } from '../runner/source/raw-tarball.ts';
import {
  ambiguousHeaders,
  brokenFiles,
  clashingPaths,
  type RefusedTarball,
  specialEntries,
  unreadablePaths,
  unusablePaths,
} from '../runner/source/refused-tarballs.ts';
import { useWatch } from './watch.ts';
import { wholeRun } from './whole-run.ts';

const MiB = 1024 * 1024;
const file = (path: string, content: string | Uint8Array = '') => entry({ path: `package/${path}`, content });

const tooMuch: RefusedTarball[] = [
  ['a bomb of 999:1, below any guard on the ratio', tarball(file('bomb', Buffer.alloc(60 * MiB))), '52428800 bytes'],
  [
    'more than 200 MiB in all',
    tarball(...Array.from({ length: 5 }, (_, index) => file(`part${index}`, Buffer.alloc(45 * MiB)))),
    '209715200 bytes',
  ],
  [
    'more than 20,000 files',
    tarball(...Array.from({ length: 20_001 }, (_, index) => file(`f${index}`))),
    'more than 20000 files',
  ],
];

const unsafePaths: RefusedTarball[] = [
  '/etc/passwd',
  '../package/b',
  'package/../../b',
  'C:/package/b',
  'package\\b',
  'package/a\nb',
].map((path) => [`the path ${JSON.stringify(path)}`, tarball(file('a'), entry({ path })), 'has an entry whose path']);

const rows: RefusedTarball[] = [
  ...specialEntries,
  ...unsafePaths,
  ...unusablePaths,
  ...unreadablePaths,
  ...clashingPaths,
  ...ambiguousHeaders,
  ...brokenFiles,
  ...tooMuch,
];

const watch = useWatch();
const registry = useLocalRegistry();
const isolation = await chooseIsolation();
afterAll(() => isolation.close?.());

describe('a tarball of a registry is refused before anything of it is unpacked', () => {
  test.each(rows)('%s', async (_, bytes, words) => {
    registry.publish('n8n-nodes-hostile', { '1.0.0': { tarball: bytes } });
    const source = registrySource({ reference: 'n8n-nodes-hostile', registry: registry.url });
    const { verification } = await wholeRun(source, { isolation, watch });
    expect(verification).toMatchObject({ status: 'rejected', checks: [] });
    expect(verification.summary).toMatch(/^INVALID_PAYLOAD: /);
    expect(verification.summary).toContain(words);
  });
});

test('a set-uid file is unpacked without its bits', async () => {
  const manifest = JSON.stringify({ name: 'n8n-nodes-hostile', version: '1.0.0' });
  const bytes = tarball(
    file('package.json', manifest),
    entry({ path: 'package/run', content: '#!', mode: '0006755\0' }),
  );
  registry.publish('n8n-nodes-hostile', { '1.0.0': { tarball: bytes } });
  const source = registrySource({ reference: 'n8n-nodes-hostile', registry: registry.url });
  let mode: number | undefined;
  const looking: Isolation = {
    ...isolation,
    sandbox(project) {
      if (typeof project.folder === 'string') mode = statSync(join(project.folder, 'run')).mode;
      return isolation.sandbox(project);
    },
  };
  const { verification } = await wholeRun(source, { isolation: looking, watch });
  expect(verification.status).toBe('failed');
  expect((mode ?? 0) & 0o7111).toBe(0);
});

watch.watched();
