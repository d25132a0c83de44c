import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { registrySource } from '../../../runner/source/registry-source.ts';
import { packed, useLocalRegistry } from './local-registry.ts';
import { useOwnPlace } from './own-place.ts';

const place = useOwnPlace();
const registry = useLocalRegistry();

/** What opening fails with, having left nothing behind and told nothing of this machine. */
async function failure({ url = registry.url, stallTimeout = 3, signal = new AbortController().signal } = {}) {
  const source = registrySource({ reference: 'pkg', registry: url, stallTimeout });
  const error: unknown = await source.open({ signal, log: () => {} }).then(
    () => 'it opened',
    (thrown: unknown) => thrown,
  );
  expect(await place.temporary()).toEqual([]);
  expect(String(error)).not.toMatch(/ {4}at |\/tmp|node_modules|undefined/);
  return error;
}

const broken = (words: string) => ({
  code: 'RUNNER_ERROR',
  message: expect.stringMatching(new RegExp(`^The npm registry ${registry.url} .*${words}`)),
});

const status =
  (code: number): RequestListener =>
  (_, response) =>
    response.writeHead(code).end('<h1>Oops</h1>');
const hang: RequestListener = () => {};
const hangUp: RequestListener = (request) => request.socket.destroy();
const dribble: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-length': '1000000' }).write('{');
};
const cutOff: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-length': '1000000' });
  response.write('{"name":', () => response.destroy());
};

describe('a registry with invalid metadata is RUNNER_ERROR', () => {
  test.each<[string, RequestListener, string]>([
    ['500', status(500), 'responded with HTTP 500'],
    ['429', status(429), 'responded with HTTP 429'],
    ['401', status(401), 'denied access to pkg@latest \\(HTTP 401\\)'],
    ['403', status(403), 'denied access to pkg@latest \\(HTTP 403\\)'],
    ['no answer', hang, 'did not respond for 0.3 s'],
    ['half an answer and then nothing', dribble, 'did not respond for 0.3 s'],
    ['a connection that is hung up', hangUp, 'connection (reset|closed)'],
    ['an answer cut off', cutOff, 'could not serve|not valid JSON'],
    ['HTML', (_, response) => response.end('<!doctype html>'), 'sent a response that is not valid JSON'],
    ['nothing', (_, response) => response.end(), 'sent a response that is not valid JSON'],
    ['null', (_, response) => response.end('null'), 'invalid response'],
    ['a redirect to itself', (_, response) => response.writeHead(302, { location: '/pkg' }).end(), 'could not serve'],
    ['a redirect to nowhere', (_, response) => response.writeHead(302).end(), 'could not serve'],
  ])('%s', async (_, listener, words) => {
    registry.answer('/pkg', listener);
    expect(await failure({ stallTimeout: words.includes('0.3') ? 0.3 : 3 })).toMatchObject(broken(words));
  });

  test.each([
    '[]',
    '{}',
    '{"versions":7,"dist-tags":"x"}',
    '{"versions":{"1.0.0":null},"dist-tags":{"latest":"1.0.0"}}',
  ])('an answer of another shape is an error: %s', async (answer) => {
    registry.answer('/pkg', (_, response) => response.end(answer));
    expect(await failure()).toMatchObject({ code: expect.stringMatching(/^(RUNNER_ERROR|INVALID_PAYLOAD)$/) });
  });

  test('another package than the requested one', async () => {
    registry.publish('other', { '1.0.0': {} });
    registry.answer('/pkg', (_, response) => response.writeHead(302, { location: '/other' }).end());
    expect(await failure()).toMatchObject(broken('invalid response'));
  });
});

describe('a registry that sends too much metadata', () => {
  test.each<[string, RequestListener]>([
    [
      'packed a thousandfold',
      (_, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' });
        // A stream of members, each of zeros: never more than one is in memory here.
        const member = gzipSync(Buffer.alloc(8 * 1024 * 1024, ' '));
        for (let sent = 0; sent < 20; sent++) response.write(member);
        response.end();
      },
    ],
    [
      'without an end',
      (_, response) => {
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(1024 * 1024, ' ')));
        };
        response.on('drain', more);
        more();
      },
    ],
  ])('is RUNNER_ERROR: %s', async (_, listener) => {
    registry.answer('/pkg', listener);
    expect(await failure({ stallTimeout: 30 })).toMatchObject(broken('sent more than 33554432 bytes'));
  });
});

describe('a registry that leads elsewhere', () => {
  let asked = 0;
  const elsewhere = createServer((_, response) => response.end(packed('pkg', '1.0.0'))).on('connection', () => {
    asked += 1;
  });
  let origin = '';
  beforeEach(async () => {
    asked = 0;
    elsewhere.listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const address = elsewhere.address();
    origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    elsewhere.closeAllConnections();
    elsewhere.close();
  });

  test('with the address of a tarball is not followed', async () => {
    registry.publish('pkg', { '1.0.0': { dist: { tarball: `${origin}/pkg.tgz` } } });
    expect(await failure()).toMatchObject({
      code: 'INVALID_PAYLOAD',
      message: `The tarball of pkg@1.0.0 is on ${new URL(origin).host} instead of the registry; to allow it, add its origin to SERVICE_REGISTRY_ORIGINS`,
    });
    expect(asked).toBe(0);
  });

  test.each(['/pkg', '/pkg/-/pkg-1.0.0.tgz'])('with a redirect of %s is not followed', async (path) => {
    registry.publish('pkg', { '1.0.0': {} });
    registry.answer(path, (_, response) => response.writeHead(302, { location: `${origin}/secret` }).end());
    expect(await failure()).toMatchObject({
      code: 'INVALID_PAYLOAD',
      message: expect.stringContaining('redirects to another host; to allow it'),
    });
    expect(asked).toBe(0);
  });

  test('to an origin that the operator names is followed', async () => {
    vi.stubEnv('SERVICE_REGISTRY_ORIGINS', `https://mirror.example, ${origin}`);
    registry.publish('pkg', { '1.0.0': { dist: { tarball: `${origin}/pkg.tgz` } } });
    const source = registrySource({ reference: 'pkg', registry: registry.url, stallTimeout: 5 });
    await (await source.open({ signal: new AbortController().signal, log: () => {} })).close();
    expect(asked).toBe(1);
  });
});

describe('a registry with an invalid tarball', () => {
  beforeEach(() => registry.publish('pkg', { '1.0.0': {} }));

  test.each<[string, RequestListener, string]>([
    ['500', status(500), 'responded with HTTP 500'],
    ['401', status(401), 'denied access to pkg@1.0.0'],
    ['no answer', hang, 'did not respond for 0.3 s'],
    ['half an answer and then nothing', dribble, 'did not respond for 0.3 s'],
    ['a connection that is hung up', hangUp, 'connection (reset|closed)'],
  ])('is RUNNER_ERROR: %s', async (_, listener, words) => {
    registry.answer('/pkg/-/pkg-1.0.0.tgz', listener);
    expect(await failure({ stallTimeout: words.includes('0.3') ? 0.3 : 3 })).toMatchObject(broken(words));
  });

  test.each<[string, RequestListener]>([
    ['cut off', cutOff],
    ['cut off without a length', (_, response) => response.end(packed('pkg', '1.0.0').subarray(0, 50))],
    ['HTML', (_, response) => response.end('<!doctype html>')],
    ['empty', (_, response) => response.end()],
  ])('is an error, and nothing is unpacked: %s', async (_, listener) => {
    registry.answer('/pkg/-/pkg-1.0.0.tgz', listener);
    expect(await failure()).toMatchObject({ code: expect.stringMatching(/^(RUNNER_ERROR|INVALID_PAYLOAD)$/) });
  });
});

test('a slow tarball is awaited as long as it makes progress', async () => {
  const bytes = packed('pkg', '1.0.0');
  registry.publish('pkg', { '1.0.0': {} });
  registry.answer('/pkg/-/pkg-1.0.0.tgz', async (_, response) => {
    for (const byte of bytes.subarray(0, 10)) {
      response.write(Buffer.of(byte));
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    response.end(bytes.subarray(10));
  });
  const source = registrySource({ reference: 'pkg', registry: registry.url, stallTimeout: 2 });
  const project = await source.open({ signal: new AbortController().signal, log: () => {} });
  expect(project.files.list()).toEqual(['package.json']);
  await project.close();
});

test('a fault that passes is got over', async () => {
  registry.publish('pkg', { '1.0.0': {} });
  let attempts = 0;
  registry.answer('/pkg/-/pkg-1.0.0.tgz', (_, response) => {
    attempts += 1;
    if (attempts === 1) response.writeHead(503).end();
    else response.end(packed('pkg', '1.0.0'));
  });
  const source = registrySource({ reference: 'pkg', registry: registry.url, stallTimeout: 5 });
  await (await source.open({ signal: new AbortController().signal, log: () => {} })).close();
  expect(attempts).toBe(2);
});

test('a registry that is asked too often is asked three times', async () => {
  registry.answer('/pkg', status(500));
  await failure({ stallTimeout: 5 });
  expect(registry.requests).toHaveLength(3);
});

test('a missing registry is RUNNER_ERROR', async () => {
  expect(await failure({ url: 'http://127.0.0.1:9/', stallTimeout: 5 })).toMatchObject({
    code: 'RUNNER_ERROR',
    message: 'The npm registry http://127.0.0.1:9/ could not serve pkg@latest: connection refused (ECONNREFUSED)',
  });
});

test('a registry with an unknown host is RUNNER_ERROR', async () => {
  expect(await failure({ url: 'http://registry.invalid/', stallTimeout: 5 })).toMatchObject({
    code: 'RUNNER_ERROR',
    message: expect.stringMatching(
      /^The npm registry http:\/\/registry.invalid\/ could not serve pkg@latest: (?:host not found|DNS lookup failed) /,
    ),
  });
});

describe('when the run ends', () => {
  test.each(['/pkg', '/pkg/-/pkg-1.0.0.tgz'])(
    'while %s hangs, opening ends with the run’s own reason',
    async (path) => {
      registry.publish('pkg', { '1.0.0': {} });
      const controller = new AbortController();
      registry.answer(path, () => controller.abort(new Error('the run is over')));
      expect(await failure({ stallTimeout: 30, signal: controller.signal })).toMatchObject({
        message: 'the run is over',
      });
    },
  );
});
