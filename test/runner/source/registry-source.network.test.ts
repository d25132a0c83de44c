import { satisfies } from 'semver';
import { describe, expect, test } from 'vitest';
import type { LogEntry } from '../../../kernel/events.ts';
import { registrySource } from '../../../runner/source/registry-source.ts';
import { defaultUnpackLimits, type UnpackLimits } from '../../../runner/source/unpack-limits.ts';
import { useOwnPlace } from './own-place.ts';

const place = useOwnPlace();

async function opened(reference: string, limits?: UnpackLimits) {
  const log: LogEntry[] = [];
  const signal = AbortSignal.timeout(120_000);
  const project = await registrySource({ reference, limits }).open({ signal, log: (line) => log.push(line) });
  const manifest: unknown = JSON.parse(await project.files.read('package.json'));
  const files = project.files.list();
  await project.close();
  expect(await place.temporary()).toEqual([]);
  return { published: project.published, manifest, files, log };
}

describe('packages of the real registry are fetched, verified and unpacked', () => {
  test.each([
    'n8n-nodes-evolution-api',
    'n8n-nodes-mcp',
    '@mendable/n8n-nodes-firecrawl',
    'n8n-nodes-datastore',
    'n8n-nodes-webpage-content-extractor',
    'is-number@7.0.0',
    'is-number@^6',
    'n8n-workflow@latest',
  ])('%s', async (reference) => {
    const { published, manifest, files, log } = await opened(reference);
    expect(published?.integrity).toMatch(/^sha512-/);
    expect(manifest).toMatchObject({ name: published?.name, version: published?.version });
    expect(files).toContain('package.json');
    expect(log.map(({ level }) => level)).toEqual(['info', 'info']);
    expect(log[1]?.message).toBe(
      `Resolved ${published?.name}@${published?.version}, integrity ${published?.integrity}`,
    );
    const [, range] = /^is-number@(.*)/.exec(reference) ?? [];
    if (range) expect(satisfies(published?.version ?? '', range)).toBe(true);
  });
});

describe('the largest package there is, of some 30,000 files,', () => {
  test('is over the cap', async () => {
    await expect(opened('n8n-nodes-base')).rejects.toMatchObject({
      code: 'INVALID_PAYLOAD',
      message: 'The tarball has more than 20000 files',
    });
  });

  test('unpacks where the caps allow it', async () => {
    const { files } = await opened('n8n-nodes-base', { ...defaultUnpackLimits, files: 100_000 });
    expect(files.length).toBeGreaterThan(20_000);
  });
});

test.each([
  ['n8n-nodes-mcp@99.99.99', /^The package n8n-nodes-mcp has no version 99\.99\.99 \(nearest versions: /],
  ['n8n-nodes-mcp@no-such-tag', /^The package n8n-nodes-mcp has no tag "no-such-tag" \(latest versions: /],
  ['@n8n/no-such-package-of-ours', /^The npm registry \S+ has no package @n8n\/no-such-package-of-ours$/],
])('%s is reported as missing', async (reference, message) => {
  await expect(opened(reference)).rejects.toMatchObject({
    code: 'INVALID_PAYLOAD',
    message: expect.stringMatching(message),
  });
});
