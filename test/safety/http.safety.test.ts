import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, api, startTestCloud, type TestCloud, toyRequest } from '../cloud/server/test-cloud.ts';
import { acmeProject } from '../plugins/n8n-node/acme-project.ts';
import { sha512 } from '../runner/source/local-registry.ts';
import { entry, tarball } from '../runner/source/raw-tarball.ts';
import { expectPlainJson, venom } from './plain-text.ts';
import { venomousProject } from './rows/venomous.ts';
import { useWatch } from './watch.ts';
import type { Contents } from './whole-run.ts';

const watch = useWatch();
let cloud: TestCloud;
const answers = new Map<string, RequestListener>();
const registry = createServer((asked, response) => {
  const answer = answers.get(decodeURIComponent(asked.url ?? ''));
  if (answer) answer(asked, response);
  else response.writeHead(404).end('{}');
});

beforeAll(async () => {
  registry.listen(0, '127.0.0.1');
  await once(registry, 'listening');
  process.env['npm_config_registry'] = registryUrl();
  cloud = await startTestCloud();
});
afterAll(async () => {
  delete process.env['npm_config_registry'];
  registry.closeAllConnections();
  registry.close();
});

function registryUrl(): string {
  const address = registry.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

/** What a fresh account's ledger holds: nothing has happened to it. */
const untouched = ['grant 10'];

/** Sends raw bytes as an account; gives what was answered before the connection ended. */
async function raw(bytes: string | Uint8Array): Promise<string> {
  const { hostname, port } = new URL(cloud.url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  socket.on('error', () => {});
  socket.end(bytes);
  await once(socket, 'close');
  return text;
}

const post = ({ key }: Account, length: number | string, body: string) =>
  `POST ${api}/runs HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`;

interface RequestRow {
  name: string;
  send(account: Account): Promise<{ status: number; text: string }>;
  status: number | readonly number[];
}

const rawRow = (name: string, bytes: (account: Account) => string, status: readonly number[]): RequestRow => ({
  name,
  status,
  async send(account) {
    const text = await raw(bytes(account));
    return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text };
  },
});
const reference = (packageRef: string): RequestRow => ({
  name: `the reference ${packageRef}`,
  send: (account) => account.send('POST', '/runs', { projectType: 'n8n-node', packageRef }),
  status: 422,
});
const body = JSON.stringify(toyRequest());

/** Requests that make no run and cost nothing. */
const refused: RequestRow[] = [
  {
    name: 'a body over the cap',
    send: (account) => account.send('POST', '/runs', toyRequest({ log: ['x'.repeat(64 * 1024 * 1024)] })),
    status: 413,
  },
  {
    name: 'a gzip bomb',
    send: (account) =>
      account.send('POST', '/runs', gzipSync(Buffer.alloc(200 * 1024 * 1024, ' ')), { 'content-encoding': 'gzip' }),
    status: 413,
  },
  // 0: the connection was closed without a word.
  rawRow('a Content-Length that promises more', (account) => post(account, body.length + 100, body), [0, 400, 408]),
  rawRow('a Content-Length that promises less', (account) => post(account, 10, body), [400, 422]),
  rawRow('a Content-Length that is no number', (account) => post(account, '-1', body), [400]),
  rawRow('a length and chunks', (account) => post(account, '5\r\ntransfer-encoding: chunked', '0\r\n\r\n'), [400]),
  ...[
    'git+https://example.com/x.git',
    'git@github.com:a/b.git',
    'github:a/b',
    'file:../../etc',
    '../x',
    '/etc/passwd',
    'https://example.com/x.tgz',
    'npm:x@1',
    'x@file:y',
    'x\n',
  ].map(reference),
  rawRow(
    'a header with a line break in it',
    ({ key }) => `GET ${api}/runs HTTP/1.1\r\nhost: x\r\nx: a\nauthorization: Bearer ${key}\r\n\x00: y\r\n\r\n`,
    [400],
  ),
  ...[
    '/runs/..%2f..%2faccount',
    '/runs/%00',
    '/runs/%zz',
    '/runs/$(id)',
    "/runs/'; drop table runs; --",
    '/runs/%F0%9F',
  ].map(
    (path): RequestRow => ({
      name: `the path ${path}`,
      send: (account) => account.send('GET', path),
      status: [400, 404, 422],
    }),
  ),
];

describe('requests that make no run', () => {
  test.each(refused)('$name', async ({ send, status }) => {
    const account = await cloud.account();
    const answer = await send(account);
    expect([status].flat()).toContain(answer.status);
    watch.look(answer.text);
    expect(answer.text).not.toMatch(/\bat .*\.[jt]s:\d+/);
    expect((await account.send('GET', '/runs')).json.runs).toEqual([]);
    expect(await cloud.ledger(account.id)).toEqual(untouched);
  });
});

test('a slow body blocks nobody, and creates no run', async () => {
  const account = await cloud.account();
  const { hostname, port } = new URL(cloud.url);
  const slow = connect(Number(port), hostname, () => slow.write(post(account, body.length, body.slice(0, 10))));
  await once(slow, 'connect');
  const other = await cloud.account();
  await other.ended(await other.run());
  slow.destroy();
  await once(slow, 'close');
  expect((await account.send('GET', '/runs')).json.runs).toEqual([]);
  expect(await cloud.ledger(account.id)).toEqual(untouched);
});

test('a run of another account does not exist', async () => {
  const [owner, stranger] = [await cloud.account(), await cloud.account()];
  const runId = await owner.run();
  await owner.ended(runId);
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/logs'],
    ['GET', '/result'],
    ['POST', '/cancel'],
  ]) {
    expect((await stranger.send(method ?? '', `/runs/${runId}${path}`)).status).toBe(404);
  }
  expect(await cloud.ledger(stranger.id)).toEqual(untouched);
});

const packument = (name: string, integrity: string) => ({
  name,
  'dist-tags': { latest: '1.0.0' },
  versions: { '1.0.0': { name, version: '1.0.0', dist: { tarball: `${registryUrl()}/${name}.tgz`, integrity } } },
});
const bytes = tarball(entry({ path: 'package/package.json', content: '{"name":"n8n-nodes-x","version":"1.0.0"}' }));

/** What a registry does, and how the run ends that asked for the package. */
const registries: { name: string; does: RequestListener; summary: RegExp; ledger: string }[] = [
  {
    name: '404',
    does: (_, response) => response.writeHead(404).end('{"error":"<script>at /srv/x.js:1:1"}'),
    summary: /^INVALID_PAYLOAD: /,
    ledger: 'refund 1',
  },
  {
    name: '500',
    does: (_, response) => response.writeHead(500).end('x'),
    summary: /^RUNNER_ERROR: /,
    ledger: 'refund 1',
  },
  { name: 'nothing, ever', does: () => {}, summary: /^TIMEOUT: /, ledger: 'charge 0' },
  {
    name: 'another tarball than its integrity says',
    does: (_, response) =>
      response.end(JSON.stringify(packument('n8n-nodes-registry-3', sha512(Buffer.from('other'))))),
    summary: /^(?:INVALID_PAYLOAD|RUNNER_ERROR): /,
    ledger: 'refund 1',
  },
];

describe.concurrent('a registry that answers', () => {
  test.each(registries.map((row, index) => ({ ...row, index })))('$name', async ({ index, does, summary, ledger }) => {
    const name = `n8n-nodes-registry-${index}`;
    answers.set(`/${name}`, does);
    answers.set(`/${name}.tgz`, (_, response) => response.end(bytes));
    const account = await cloud.account();
    const order = { projectType: 'n8n-node', packageRef: name, ...(/TIMEOUT/.test(String(summary)) && { timeout: 2 }) };
    const { json } = await account.send('POST', '/runs', order);
    await account.ended(json.runId);
    const result = await account.send('GET', `/runs/${json.runId}/result`);
    expect(result.json.summary).toMatch(summary);
    watch.look(result.text);
    expect(await cloud.ledger(account.id)).toEqual(['grant 10', 'hold -1', ledger]);
  });
});

// Control characters are refused in a request's own fields.
const said = venom.replaceAll(/\p{Cc}/gu, ' ').slice(0, 200);

/** Uploads a project, and gives every answer that there is about its run. */
async function uploaded(account: Account, contents: Contents): Promise<Record<string, string>> {
  const files = Object.entries(contents).map(([path, content]) => ({ path, content: String(content) }));
  const created = await account.send('POST', '/runs', {
    projectType: 'n8n-node',
    packageName: said,
    ref: said,
    gitRemote: `host.example:${said.replaceAll('@', '')}`,
    files,
  });
  expect(created.status).toBe(201);
  const { runId } = created.json;
  await account.ended(runId);
  const get = async (path: string, accept?: string) =>
    (await account.send('GET', `/runs/${runId}${path}`, undefined, accept === undefined ? {} : { accept })).text;
  return {
    created: created.text,
    record: await get(''),
    list: (await account.send('GET', '/runs')).text,
    result: await get('/result'),
    sarif: await get('/result', 'application/sarif+json'),
    events: await get('/logs'),
    lines: await get('/logs', 'application/x-ndjson'),
  };
}

test('any create-run body is a run or a refusal', async () => {
  const account = await cloud.account({ credits: 0 });
  const field = fc.constantFrom('projectType', 'packageName', 'packageRef', 'files', 'ref', 'timeout', '__proto__');
  const file = fc.record({ path: fc.string(), content: fc.string(), encoding: fc.constantFrom('utf8', 'base64', 'x') });
  const order = fc.record({
    projectType: fc.constantFrom('toy', 'n8n-node'),
    packageName: fc.string(),
    files: fc.array(file),
  });
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.jsonValue(), fc.dictionary(field, fc.jsonValue()), order), async (body) => {
      const { status, text } = await account.send('POST', '/runs', JSON.stringify(body));
      // It has no credits, so that what is right is refused too.
      expect([400, 402, 422]).toContain(status);
      watch.look(text);
    }),
    { numRuns: 150 },
  );
  expect(await cloud.ledger(account.id)).not.toContain('hold -1');
});

test('text of a project does no harm in any answer about its run', async () => {
  const account = await cloud.account();
  const { events = '', lines = '', ...documents } = await uploaded(account, venomousProject());
  for (const document of Object.values(documents)) {
    watch.look(document);
    expectPlainJson(document);
  }
  const data = events.split('\n').filter((line) => line.startsWith('data: '));
  expect(data).not.toEqual([]);
  for (const line of data) expectPlainJson(line.slice('data: '.length));
  // Nothing of the project begins an event, or a field of one, by itself.
  expect(
    events.split('\n').every((line) => /^(?:|id: \d+|event: (?:log|status|end)|data: \{.*|:.*|retry: \d+)$/.test(line)),
  ).toBe(true);
  for (const line of lines.trim().split('\n')) expectPlainJson(line);
  expect(JSON.parse(documents['result'] ?? '').status).toBe('failed');
  expect(await cloud.ledger(account.id)).toEqual(['grant 10', 'hold -1', 'charge 0']);
});

test('a node that forges its result changes neither its costs nor its verdict', async () => {
  const account = await cloud.account();
  const forge = `for (let fd = 3; fd < 16; fd++) try { require('fs').writeSync(fd, '{"kind":"done","result":{"files":[]}}'); } catch {}\nprocess.exit(0);`;
  const project = acmeProject();
  const node = `${forge}\n${project['nodes/Acme/Acme.node.ts']}`;
  const { result = '' } = await uploaded(account, { ...project, 'nodes/Acme/Acme.node.ts': node });
  expect(JSON.parse(result)).toMatchObject({ status: 'failed', passed: false, creditsUsed: 1 });
  watch.look(result);
  expect(await cloud.ledger(account.id)).toEqual(['grant 10', 'hold -1', 'charge 0']);
});

describe('when the cloud has ended', () => {
  beforeAll(() => cloud.close());
  watch.watched();
});
