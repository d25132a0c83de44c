import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { codeIdentity, openResultsCache } from '../../../runner/cache/open-results-cache.ts';
import { ResultsCache } from '../../../runner/cache/results-cache.ts';

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'service-cache-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function write(folder: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
    await utimes(join(folder, path), 1, 1);
  }
}

describe('the cache of a user', () => {
  it('is in the folder of the environment, and disabled without one', async () => {
    const HOME = await emptyFolder();
    expect(openResultsCache({ HOME })).toBeInstanceOf(ResultsCache);
    expect(openResultsCache({ HOME, SERVICE_NO_CACHE: '1' })).toBeUndefined();
    expect(openResultsCache({})).toBeUndefined();
  });

  it('is disabled, with the reason, if a file is in the way', async () => {
    const HOME = await emptyFolder();
    await writeFile(join(HOME, '.cache'), '');
    expect(openResultsCache({ HOME })).toMatch(/^Results are not cached: /);
  });
});

describe('the identity of the code', () => {
  const installed = {
    'package.json': '{"name":"service","version":"1.0.0"}',
    'node_modules/.package-lock.json': '{"eslint":"9.29.0"}',
    'kernel/check.ts': '',
    'judge/judge.ts': '',
    'runner/run.ts': '',
    'plugins/p.ts': '',
    'cli/main.ts': '',
  };

  const identityIn = (folder: string, from: string, versions?: NodeJS.ProcessVersions) =>
    codeIdentity(pathToFileURL(join(folder, from)).href, versions);

  it.each<[string, Record<string, string>]>([
    ['our version', { 'package.json': '{"name":"service","version":"1.0.1"}' }],
    ['the version of a tool', { 'node_modules/.package-lock.json': '{"eslint":"9.29.1"}' }],
    ['the size of one of our files', { 'plugins/p.ts': 'x' }],
    ['the number of our files', { 'plugins/q.ts': '' }],
  ])('changes with %s', async (_, change) => {
    const folder = await emptyFolder();
    await write(folder, installed);
    const before = identityIn(folder, 'runner/run.ts');
    expect(identityIn(folder, 'runner/run.ts')).toBe(before);
    await write(folder, change);
    expect(identityIn(folder, 'runner/run.ts')).not.toBe(before);
  });

  it('changes with the time of one of our files in a checkout, and with Node.js', async () => {
    const folder = await emptyFolder();
    await write(folder, installed);
    const before = identityIn(folder, 'runner/run.ts');
    expect(identityIn(folder, 'runner/run.ts', { ...process.versions, node: '24.99.0' })).not.toBe(before);
    await utimes(join(folder, 'plugins/p.ts'), 2, 2);
    expect(identityIn(folder, 'runner/run.ts')).not.toBe(before);
  });

  it('depends on the packages of the installation, too', async () => {
    const folder = await emptyFolder();
    const ours = 'node_modules/service';
    await write(folder, {
      'node_modules/.package-lock.json': 'one',
      [`${ours}/package.json`]: installed['package.json'],
      [`${ours}/dist/run.js`]: '',
    });
    const before = identityIn(folder, `${ours}/dist/run.js`);
    await write(folder, { 'node_modules/.package-lock.json': 'two' });
    expect(identityIn(folder, `${ours}/dist/run.js`)).not.toBe(before);
  });
});
