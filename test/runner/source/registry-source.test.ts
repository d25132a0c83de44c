import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LogEntry } from '../../../kernel/events.ts';
import { type PublishedPackage, registrySource } from '../../../runner/source/registry-source.ts';
import { packed, sha512, useLocalRegistry } from './local-registry.ts';
import { useOwnPlace } from './own-place.ts';
import { entry, tarball } from './raw-tarball.ts';

const place = useOwnPlace();
const registry = useLocalRegistry();

const log: LogEntry[] = [];
const lines = () => log.map(({ message }) => message);

beforeEach(() => {
  log.length = 0;
});

function open(reference: string, more: Partial<PublishedPackage> = {}, signal = new AbortController().signal) {
  const source = registrySource({ reference, registry: registry.url, ...more });
  return source.open({ signal, log: (line) => log.push(line) });
}

/** What opening fails with, having left nothing behind and told nothing of this machine. */
async function failure(reference: string, more: Partial<PublishedPackage> = {}) {
  const error: unknown = await open(reference, more).then(
    () => 'it opened',
    (thrown: unknown) => thrown,
  );
  expect(await place.temporary()).toEqual([]);
  expect(String(error)).not.toMatch(/ {4}at |\/tmp|node_modules|undefined/);
  return error;
}

test('it is a package by the name of its reference', () => {
  expect(registrySource({ reference: '@acme/n8n-nodes-x@next' })).toMatchObject({
    mode: 'package',
    name: '@acme/n8n-nodes-x@next',
  });
});

test('an invalid package reference is rejected without a request', () => {
  expect(() => registrySource({ reference: 'git+https://x/y.git' })).toThrow(
    expect.objectContaining({ code: 'INVALID_PACKAGE_REF' }),
  );
});

describe('a reference', () => {
  const versions = { '1.0.0': {}, '1.2.0': {}, '2.0.0-beta.1': {}, '1.9.0': {} };

  test.each([
    ['pkg', '1.9.0'],
    ['pkg@latest', '1.9.0'],
    ['pkg@next', '2.0.0-beta.1'],
    ['pkg@1.0.0', '1.0.0'],
    ['pkg@v1.0.0', '1.0.0'],
    ['pkg@^1.0.0', '1.9.0'],
    ['pkg@~1.2', '1.2.0'],
    ['pkg@>=1.0.0 <1.9', '1.2.0'],
    ['pkg@*', '1.9.0'],
  ])('%s is version %s', async (reference, version) => {
    registry.publish('pkg', versions, { next: '2.0.0-beta.1' });
    const project = await open(reference);
    expect(project.published).toEqual({
      ask: expect.any(Function),
      name: 'pkg',
      version,
      integrity: sha512(packed('pkg', version)),
      registry: registry.url,
    });
    expect(await project.files.read('package.json')).toBe(JSON.stringify({ name: 'pkg', version }));
    await project.close();
  });

  test('may have a scope', async () => {
    registry.publish('@acme/pkg', { '1.0.0': {} });
    const project = await open('@acme/pkg@1');
    expect(project.published).toMatchObject({ name: '@acme/pkg', version: '1.0.0' });
    await project.close();
  });
});

test('the log contains the reference, and the resolved version and integrity', async () => {
  registry.publish('pkg', { '1.0.0': {} });
  await (await open('pkg')).close();
  expect(log).toEqual([
    { level: 'info', message: `Fetching pkg from ${registry.url}` },
    { level: 'info', message: `Resolved pkg@1.0.0, integrity ${sha512(packed('pkg', '1.0.0'))}` },
  ]);
});

test('the temporary folder contains only the package, and is removed', async () => {
  registry.publish('pkg', { '1.0.0': {} });
  const project = await open('pkg');
  const [only = '', ...others] = (await place.temporary()).filter((name) => !name.endsWith('.lock'));
  expect(others).toEqual([]);
  expect(await readdir(join(place.folder, '../tmp', only))).toEqual(['project']);
  await project.close();
  expect(await place.temporary()).toEqual([]);
});

describe('what the registry does not have is INVALID_PAYLOAD, in words that help', () => {
  beforeEach(() => {
    registry.publish('pkg', { '1.0.0': {}, '1.2.0': {}, '2.0.0': {}, '3.0.0': {} }, { next: '3.0.0' });
  });

  test.each([
    ['nope', 'The npm registry URL has no package nope'],
    ['@acme/nope@1.0.0', 'The npm registry URL has no package @acme/nope'],
    ['pkg@1.1.0', 'The package pkg has no version 1.1.0 (nearest versions: 1.0.0, 1.2.0, 2.0.0)'],
    ['pkg@9.9.9', 'The package pkg has no version 9.9.9 (nearest versions: 2.0.0, 3.0.0)'],
    ['pkg@^4', 'The package pkg has no version matching ^4 (latest versions: 3.0.0, 2.0.0, 1.2.0; tags: latest, next)'],
    ['pkg@beta', 'The package pkg has no tag "beta" (latest versions: 3.0.0, 2.0.0, 1.2.0; tags: latest, next)'],
  ])('%s', async (reference, message) => {
    expect(await failure(reference)).toMatchObject({
      code: 'INVALID_PAYLOAD',
      message: message.replace('URL', registry.url),
    });
  });

  test('a package without any remaining version', async () => {
    registry.publish('gone', {});
    expect(await failure('gone')).toMatchObject({
      code: 'INVALID_PAYLOAD',
      message: 'The package gone has no tag "latest" (no published versions)',
    });
    expect(await failure('gone@^1')).toMatchObject({ code: 'INVALID_PAYLOAD' });
  });

  test('a tarball', async () => {
    registry.answer('/pkg/-/pkg-3.0.0.tgz', (_, response) => response.writeHead(404).end());
    expect(await failure('pkg')).toMatchObject({
      code: 'INVALID_PAYLOAD',
      message: `The npm registry ${registry.url} lists pkg@3.0.0 but its tarball is missing`,
    });
  });
});

describe('integrity', () => {
  const bytes = packed('pkg', '1.0.0');
  const other = packed('pkg', '6.6.6');
  const wrong = 'The tarball of pkg@1.0.0 does not match the integrity in the registry';

  test.each<[string, Record<string, unknown>]>([
    ['sha512', { integrity: sha512(other) }],
    ['several hashes, all wrong', { integrity: `${sha512(other)} ${sha512(Buffer.of(1))}` }],
    ['a right weak hash beside a wrong strong one', { integrity: `sha1-YWJj ${sha512(other)}` }],
    ['a hexadecimal shasum', { integrity: undefined, shasum: 'a'.repeat(40) }],
    [
      'a shasum beside an integrity that says nothing',
      { integrity: 'md5-1B2M2Y8AsgTpgAmY7PhCfg==', shasum: 'a'.repeat(40) },
    ],
  ])('that is wrong is refused: %s', async (_, dist) => {
    registry.publish('pkg', { '1.0.0': { dist } });
    expect(await failure('pkg')).toMatchObject({ code: 'INVALID_PAYLOAD', message: wrong });
  });

  test('is checked for its content, with any status', async () => {
    registry.publish('pkg', { '1.0.0': {} });
    registry.answer('/pkg/-/pkg-1.0.0.tgz', (_, response) => response.writeHead(203).end(other));
    expect(await failure('pkg')).toMatchObject({ code: 'INVALID_PAYLOAD', message: wrong });
  });

  test('one right hash of several of the strongest kind is enough', async () => {
    registry.publish('pkg', { '1.0.0': { dist: { integrity: `${sha512(other)} ${sha512(bytes)}` } } });
    await (await open('pkg')).close();
  });

  test.each<[string, Record<string, unknown>]>([
    ['nothing', { integrity: undefined }],
    ['garbage', { integrity: 'trust me' }],
    ['md5', { integrity: 'md5-1B2M2Y8AsgTpgAmY7PhCfg==' }],
    ['a shasum of another length', { integrity: undefined, shasum: 'abc' }],
    ['what is no text', { integrity: 7, shasum: {} }],
  ])('without an integrity because the registry states %s is reported', async (_, dist) => {
    registry.publish('pkg', { '1.0.0': { dist } });
    const project = await open('pkg');
    expect(project.published?.integrity).toBe(sha512(bytes));
    expect(log.at(-1)).toEqual({
      level: 'warn',
      message: 'The registry provides no usable integrity for pkg@1.0.0: its contents are not verified',
    });
    await project.close();
  });
});

describe('a tarball', () => {
  test('is scanned before it is unpacked', async () => {
    const hostile = tarball(entry({ path: 'package/x', type: '2', linkname: '/etc/passwd' }));
    registry.publish('pkg', { '1.0.0': { tarball: hostile } });
    expect(await failure('pkg')).toMatchObject({
      code: 'INVALID_PAYLOAD',
      message: 'The tarball contains a symbolic link: "package/x"',
    });
  });

  test('over the cap is not fetched to its end', async () => {
    registry.publish('pkg', { '1.0.0': {} });
    let stopped = false;
    registry.answer('/pkg/-/pkg-1.0.0.tgz', (_, response) => {
      const more = () => {
        while (!stopped && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more).on('close', () => {
        stopped = true;
      });
      more();
    });
    const limits = { files: 10, fileBytes: 1_000_000, totalBytes: 1_000_000 };
    expect(await failure('pkg', { limits })).toMatchObject({
      code: 'INVALID_PAYLOAD',
      message: 'The tarball exceeds the limit of 1000000 bytes',
    });
    await expect.poll(() => stopped).toBe(true);
  });

  test.each([
    ['a file of this machine', 'file:///etc/passwd'],
    ['a Git repository', 'git+ssh://git@example.org/x.git'],
    ['nothing at all', undefined],
    ['no text', 7],
    ['no URL', 'x.tgz'],
  ])('with the address %s is not fetched', async (_, address) => {
    registry.publish('pkg', { '1.0.0': { dist: { tarball: address } } });
    expect(await failure('pkg')).toMatchObject({
      code: 'INVALID_PAYLOAD',
      message: 'The registry has no valid tarball URL for pkg@1.0.0',
    });
  });

  test('may come from elsewhere by a redirect', async () => {
    registry.publish('pkg', { '1.0.0': {} });
    registry.answer('/pkg/-/pkg-1.0.0.tgz', (_, response) => response.writeHead(302, { location: '/cdn.tgz' }).end());
    registry.answer('/cdn.tgz', (_, response) => response.end(packed('pkg', '1.0.0')));
    await (await open('pkg')).close();
  });
});

describe('the registry’s address', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test.each(['npm_config_registry', 'NPM_CONFIG_REGISTRY', 'Npm_Config_Registry'])('is taken from %s', async (name) => {
    vi.stubEnv(name, registry.url);
    registry.publish('pkg', { '1.0.0': {} });
    await (await open('pkg', { registry: undefined })).close();
    expect(registry.requests[0]).toBe('GET /pkg');
  });

  test('is the option’s before the environment’s', async () => {
    vi.stubEnv('npm_config_registry', 'http://127.0.0.1:1/');
    registry.publish('pkg', { '1.0.0': {} });
    await (await open('pkg')).close();
  });

  test('may have a path', async () => {
    registry.answer('/api/npm/pkg', (_, response) => response.writeHead(404).end());
    await failure('pkg', { registry: `${registry.url}api/npm` });
    expect(registry.requests).toContain('GET /api/npm/pkg');
  });

  test('may have a password, which is never shown', async () => {
    registry.publish('pkg', { '1.0.0': {} });
    const withPassword = registry.url.replace('//', '//ann:s3cret@');
    const project = await open('pkg', { registry: withPassword });
    expect(JSON.stringify([log, project.published])).not.toContain('s3cret');
    await project.close();
    expect(String(await failure('nope', { registry: withPassword }))).not.toContain('s3cret');
  });

  test.each(['ftp://x/', 'x', 'file:///etc/', ''])('that is %j is a RUNNER_ERROR', async (address) => {
    expect(await failure('pkg', { registry: address })).toMatchObject({
      code: 'RUNNER_ERROR',
      message: 'The address of the npm registry is not an http or https URL',
    });
  });
});

test('a package that is opened twice at a time gets two folders', async () => {
  registry.publish('pkg', { '1.0.0': {} });
  const [one, two] = await Promise.all([open('pkg'), open('pkg')]);
  expect(one.folder).not.toBe(two.folder);
  await Promise.all([one.close(), two.close()]);
  expect(lines()).toHaveLength(4);
});
