import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, api, request, startTestCloud, type TestCloud, toyRequest } from './test-cloud.ts';

let cloud: TestCloud;
beforeAll(async () => {
  // The runs of these tests wait: nobody starts them.
  cloud = await startTestCloud({
    workers: 0,
    settings: { upload: { files: 5, fileBytes: 1_000, totalBytes: 3_000 }, requestsPerMinute: 100 },
  });
});
afterAll(() => cloud.close());

/** Expects a problem of CONTRACT 1, and that it cost nothing. */
async function expectProblem(
  answer: Awaited<ReturnType<typeof request>>,
  { status, code, account }: { status: number; code: string; account?: Account },
) {
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect({ status: answer.status, ...answer.json }).toMatchObject({
    type: expect.stringMatching(/^urn:/),
    title: expect.any(String),
    status,
    detail: expect.any(String),
    code,
    requestId: answer.headers.get('x-request-id'),
  });
  expect(answer.status).toBe(status);
  expect(answer.text).not.toMatch(/node_modules|\.ts:|\bat .*\(|\/home|\/work|postgres/i);
  if (account) {
    expect(await cloud.ledger(account.id)).toEqual(['grant 10']);
    expect((await account.send('GET', '/runs')).json.runs).toEqual([]);
  }
}

describe('UNAUTHORIZED', () => {
  it.each([
    ['no Authorization', {}],
    ['another scheme', { authorization: 'Basic Zm9vOmJhcg==' }],
    ['no key', { authorization: 'Bearer' }],
    ['what is no key', { authorization: 'Bearer hello' }],
    ['an unknown key', { authorization: `Bearer svc_abcdefgh_${'x'.repeat(40)}` }],
    ['two keys', { authorization: 'Bearer one two' }],
  ])('for %s', async (_, headers: Record<string, string>) => {
    const answer = await request(`${cloud.url}${api}/account`, { headers });
    await expectProblem(answer, { status: 401, code: 'UNAUTHORIZED' });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('before the body is looked at', async () => {
    const answer = await request(`${cloud.url}${api}/runs`, { method: 'POST', body: '{"broken' });
    await expectProblem(answer, { status: 401, code: 'UNAUTHORIZED' });
  });
});

describe('INSUFFICIENT_CREDITS', () => {
  it('says how many are needed and available', async () => {
    const account = await cloud.account({ credits: 0 });
    const answer = await account.send('POST', '/runs', toyRequest());
    await expectProblem(answer, { status: 402, code: 'INSUFFICIENT_CREDITS' });
    expect(answer.json.detail).toBe('Not enough credits: this run costs 1 credit, 0 available');
    expect(await cloud.ledger(account.id)).toEqual([]);
    expect((await account.send('GET', '/runs')).json.runs).toEqual([]);
  });
});

describe('NOT_FOUND', () => {
  it.each(['', '/logs', '/result'])('for a missing run: /runs/…%s', async (path) => {
    const account = await cloud.account();
    for (const id of ['00000000-0000-4000-8000-000000000000', 'nonsense', '%00', "'--"]) {
      await expectProblem(await account.send('GET', `/runs/${id}${path}`), { status: 404, code: 'NOT_FOUND', account });
    }
  });

  it('for a run of another account, for every request', async () => {
    const [owner, other] = [await cloud.account(), await cloud.account()];
    const run = await owner.run();
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/logs'],
      ['GET', '/result'],
      ['POST', '/cancel'],
    ] as const) {
      const answer = await other.send(method, `/runs/${run}${path}`);
      await expectProblem(answer, { status: 404, code: 'NOT_FOUND', account: other });
    }
    expect((await owner.send('GET', `/runs/${run}`)).json.status).not.toBe('rejected');
    await owner.send('POST', `/runs/${run}/cancel`);
  });

  it.each([
    ['GET', '/nothing'],
    ['PUT', `${api}/runs`],
    ['GET', '/%zz'],
    ['GET', `${api}/runs/${'x'.repeat(5_000)}`],
  ])('for an unknown path: %s %s', async (method, path) => {
    await expectProblem(await request(`${cloud.url}${path}`, { method }), { status: 404, code: 'NOT_FOUND' });
  });
});

describe('RUN_NOT_FINISHED', () => {
  it('for the result of a run that has not ended', async () => {
    const account = await cloud.account();
    const run = await account.run();
    await expectProblem(await account.send('GET', `/runs/${run}/result`), { status: 409, code: 'RUN_NOT_FINISHED' });
  });
});

describe('IDEMPOTENCY_IN_PROGRESS', () => {
  it('while the first request with the key is being answered', async () => {
    const account = await cloud.account();
    const other = await cloud.hold(
      `insert into idempotency_keys (account_id, key, payload, run_id) values ('${account.id}', 'busy', '', gen_random_uuid())`,
    );
    const answer = await account.send('POST', '/runs', toyRequest(), { 'idempotency-key': 'busy' });
    await expectProblem(answer, { status: 409, code: 'IDEMPOTENCY_IN_PROGRESS', account });
    expect(answer.headers.get('retry-after')).toBe('1');
    await other.release();
    expect((await account.send('POST', '/runs', toyRequest(), { 'idempotency-key': 'busy' })).status).toBe(201);
  });
});

const aFile = (path: string, content = '', encoding?: string) => ({ path, content, ...(encoding && { encoding }) });

describe('PAYLOAD_TOO_LARGE', () => {
  it.each([
    ['too many files', { files: Array.from({ length: 6 }, (_, index) => aFile(`f${index}`)) }, /number of files.* 5/],
    ['very many files', { files: Array.from({ length: 20_001 }, () => aFile('f')) }, /number of files \(20001\).* 5$/],
    ['a large file', { files: [aFile('big', 'x'.repeat(1_001))] }, /1000 bytes/],
    [
      'a large file in base64',
      { files: [aFile('big', Buffer.alloc(1_001).toString('base64'), 'base64')] },
      /1000 bytes/,
    ],
    ['large files together', { files: ['a', 'b', 'c', 'd'].map((path) => aFile(path, 'x'.repeat(900))) }, /3000 bytes/],
  ])('for %s, naming the limit', async (_, body, detail) => {
    const account = await cloud.account();
    const answer = await account.send('POST', '/runs', { projectType: 'toy', ...body });
    await expectProblem(answer, { status: 413, code: 'PAYLOAD_TOO_LARGE', account });
    expect(answer.json.detail).toMatch(detail);
  });

  it('for a body over the limit, declared, streamed or compressed', async () => {
    const account = await cloud.account();
    const body = JSON.stringify({ projectType: 'toy', ref: 'x'.repeat(3_000_000) });
    const gzip = { 'content-encoding': 'gzip' };
    for (const [answer, what] of [
      [await account.send('POST', '/runs', body), 'The request body'],
      [await account.send('POST', '/runs', gzipSync(body), gzip), 'The decompressed request body'],
      [await account.send('POST', '/runs', gzipSync(Buffer.alloc(20_000_000)), gzip), 'The decompressed request body'],
    ] as const) {
      await expectProblem(answer, { status: 413, code: 'PAYLOAD_TOO_LARGE', account });
      expect(answer.json.detail).toBe(`${what} exceeds the limit of ${1.5 * 3_000 + 1_048_576} bytes`);
    }
  });
});

describe('INVALID_PAYLOAD', () => {
  const good = toyRequest();
  const makeRun = async () => {
    const account = await cloud.account();
    return { account, run: await account.run() };
  };
  let made: ReturnType<typeof makeRun> | undefined;
  /** One run for all wrong questions about a run. */
  const anyRun = () => {
    made ??= makeRun();
    return made;
  };

  it.each([
    ['no body', undefined, '#'],
    ['what is no object', [], '#'],
    ['no project type', { files: good.files }, '#'],
    ['an unknown project type', { ...good, projectType: 'n8n' }, '#/projectType'],
    ['an unknown field', { ...good, extra: 1 }, '#/extra'],
    ['neither files nor a reference', { projectType: 'toy' }, '#'],
    ['both files and a reference', { ...good, packageRef: 'x' }, '#'],
    ['no files among the files', { ...good, files: [] }, '#/files'],
    ['files that are none', { ...good, files: [1] }, '#/files/0'],
    ['a file without content', { ...good, files: [{ path: 'a' }] }, '#/files/0'],
    ['an unknown field of a file', { ...good, files: [{ ...aFile('a'), mode: 1 }] }, '#/files/0/mode'],
    ['an unknown encoding', { ...good, files: [aFile('a', '', 'hex')] }, '#/files/0/encoding'],
    ['what is not base64', { ...good, files: [aFile('a', '!!!', 'base64')] }, '#/files/0/content'],
    ['a path that leaves', { ...good, files: [aFile('../a')] }, '#/files/0/path'],
    ['an absolute path', { ...good, files: [aFile('/etc/passwd')] }, '#/files/0/path'],
    ['a backslash', { ...good, files: [aFile('a\\b')] }, '#/files/0/path'],
    ['a control character', { ...good, files: [aFile('a\u0000b')] }, '#/files/0/path'],
    ['paths that differ in case only', { ...good, files: [aFile('a'), aFile('A')] }, '#/files/1/path'],
    ['a long ref', { ...good, ref: 'x'.repeat(257) }, '#/ref'],
    ['NUL in a ref', { ...good, ref: 'a\u0000' }, '#/ref'],
    ['a long remote', { ...good, gitRemote: 'x'.repeat(1_025) }, '#/gitRemote'],
    ['a short commit', { ...good, gitCommit: '1a2b3c4' }, '#/gitCommit'],
    ['a long branch', { ...good, gitBranch: 'x'.repeat(257) }, '#/gitBranch'],
    ['a line break in a branch', { ...good, gitBranch: 'a\nb' }, '#/gitBranch'],
    ['a state that is text', { ...good, gitDirty: 'no' }, '#/gitDirty'],
    ['a timeout of nothing', { ...good, timeout: 0 }, '#/timeout'],
    ['a timeout that is too long', { ...good, timeout: 3_601 }, '#/timeout'],
    ['a timeout that is text', { ...good, timeout: '60' }, '#/timeout'],
    ['a Git reference', { projectType: 'toy', packageRef: 'git+https://example.com/x.git' }, '#/packageRef'],
    ['a file reference', { projectType: 'toy', packageRef: 'file:../x' }, '#/packageRef'],
    ['an address as a reference', { projectType: 'toy', packageRef: 'https://example.com/x.tgz' }, '#/packageRef'],
    ['a million fields', Object.fromEntries(Array.from({ length: 30_000 }, (_, key) => [key, 1])), '#'],
  ])('for %s', async (_, body, pointer) => {
    const account = await cloud.account();
    const answer = await account.send('POST', '/runs', body);
    await expectProblem(answer, { status: 422, code: 'INVALID_PAYLOAD', account });
    expect(answer.json.errors).toContainEqual({ pointer, detail: expect.any(String) });
  });

  it.each([
    ['what is no JSON', '{"projectType":', {}, /^The body is not valid JSON: /],
    ['a prototype', '{"__proto__":{}}', {}, /a key that is not allowed: "__proto__"/],
    ['the prototype of a constructor', '{"constructor":{"prototype":1}}', {}, /a key that is not allowed/],
    ['what is no UTF-8', Buffer.from('{"projectType":"\xff"}', 'latin1'), {}, /^The body is not valid UTF-8$/],
    [
      'a form',
      'projectType=toy',
      { 'content-type': 'application/x-www-form-urlencoded' },
      /^Content-Type "application\/x-www-form-urlencoded" is not supported; send application\/json$/,
    ],
    ['text', JSON.stringify(good), { 'content-type': 'text/plain' }, /"text\/plain" is not supported; send app/],
    ['no content type', '{}', { 'content-type': '' }, /send application\/json$/],
    ['what is no gzip', '{}', { 'content-encoding': 'gzip' }, /gzip/],
    ['half of gzip', gzipSync(JSON.stringify(toyRequest())).subarray(0, 40), { 'content-encoding': 'gzip' }, /gzip/],
    ['another compression', '{}', { 'content-encoding': 'br' }, /use gzip/],
    ['an empty Idempotency-Key', JSON.stringify(good), { 'idempotency-key': '' }, /Idempotency-Key/],
    ['a long Idempotency-Key', JSON.stringify(good), { 'idempotency-key': 'x'.repeat(256) }, /Idempotency-Key/],
  ])('for %s', async (_, body, headers: Record<string, string>, detail) => {
    const account = await cloud.account();
    const answer = await account.send('POST', '/runs', body, headers);
    await expectProblem(answer, { status: 422, code: 'INVALID_PAYLOAD', account });
    expect(answer.json.detail).toMatch(detail);
  });

  it('for a key that was used for another payload', async () => {
    const account = await cloud.account();
    const headers = { 'idempotency-key': 'mine' };
    await account.send('POST', '/runs', toyRequest(), headers);
    const answer = await account.send('POST', '/runs', toyRequest({ findings: 1 }), headers);
    await expectProblem(answer, { status: 422, code: 'INVALID_PAYLOAD' });
    expect(await cloud.ledger(account.id)).toEqual(['grant 10', 'hold -1']);
  });

  it.each([
    '?limit=0',
    '?limit=101',
    '?limit=x',
    '?limit=1.9',
    '?limit=1e1',
    '?limit=',
    '?cursor=x',
    '?cursor=',
    '?unknown=1',
  ])('for the list %s', async (query) => {
    const account = await cloud.account();
    const answer = await account.send('GET', `/runs${query}`);
    await expectProblem(answer, { status: 422, code: 'INVALID_PAYLOAD', account });
  });

  it.each(['?wait=-1', '?wait=31', '?wait=x', '?wait=1e1'])('for the wait %s', async (query) => {
    const { account, run } = await anyRun();
    await expectProblem(await account.send('GET', `/runs/${run}${query}`), { status: 422, code: 'INVALID_PAYLOAD' });
  });

  it('for a log that begins nowhere', async () => {
    const { account, run } = await anyRun();
    for (const [query, headers] of [
      ['?after=-1', {}],
      ['?after=x', {}],
      ['?after=1.5', {}],
      ['?after=1e2', {}],
      ['', { 'last-event-id': 'x' }],
    ] as const) {
      const answer = await account.send('GET', `/runs/${run}/logs${query}`, undefined, headers);
      await expectProblem(answer, { status: 422, code: 'INVALID_PAYLOAD' });
    }
  });
});

describe('CONCURRENCY_CAP_REACHED', () => {
  it('names the runs that are in the way', async () => {
    const account = await cloud.account({ concurrency: 1 });
    const run = await account.run();
    const answer = await account.send('POST', '/runs', toyRequest());
    await expectProblem(answer, { status: 429, code: 'CONCURRENCY_CAP_REACHED' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.json.errors).toEqual([{ pointer: '#', detail: run }]);
    expect(await cloud.ledger(account.id)).toEqual(['grant 10', 'hold -1']);
  });
});

describe('RATE_LIMITED', () => {
  it('for one key, when it has sent too many requests', async () => {
    const [busy, calm] = [await cloud.account(), await cloud.account()];
    const answers = await Promise.all(Array.from({ length: 101 }, () => busy.send('GET', '/account')));
    const last = answers.find(({ status }) => status === 429) ?? expect.fail('none was refused');
    await expectProblem(last, { status: 429, code: 'RATE_LIMITED' });
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(last.headers.get('ratelimit-limit')).toBe('100');
    expect(last.headers.get('ratelimit-remaining')).toBe('0');
    expect(last.headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/);
    expect((await calm.send('GET', '/account')).headers.get('ratelimit-remaining')).toBe('99');
  });
});

describe('RUNNER_ERROR', () => {
  it('for what nobody expected, without a word of what it was', async () => {
    const account = await cloud.account();
    await cloud.sql('alter table accounts rename column name to elsewhere');
    const answer = await account.send('GET', '/account');
    await cloud.sql('alter table accounts rename column elsewhere to name');
    await expectProblem(answer, { status: 500, code: 'RUNNER_ERROR', account });
  });
});

describe('NOT_IMPLEMENTED', () => {
  it('for n8n-workflow', async () => {
    const account = await cloud.account();
    const answer = await account.send('POST', '/runs', { ...toyRequest(), projectType: 'n8n-workflow' });
    await expectProblem(answer, { status: 501, code: 'NOT_IMPLEMENTED', account });
  });
});

describe('bytes that are no request', () => {
  it.each([
    ['nonsense', 'hello\r\n\r\n', 400, /^Not a valid HTTP request$/],
    ['endless headers', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`, 431, /headers .* too large/],
    ['two lengths', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\na', 400, /^Not a/],
  ])('are answered with a problem: %s', async (_, bytes, status, detail) => {
    const answer = await exchange(new URL(cloud.url), bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      status,
      code: 'INVALID_PAYLOAD',
      detail: expect.stringMatching(detail),
    });
  });

  it.each(['/', `${api}/account`, '/runs/1'])('requests without Host are refused: %s', async (path) => {
    const answer = await exchange(new URL(cloud.url), `GET ${path} HTTP/1.1\r\nX-Request-Id: mine\r\n\r\n`);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1.1 400 /);
    expect(head.toLowerCase()).toContain('x-request-id: mine');
    expect(head.toLowerCase()).toContain('content-type: application/problem+json');
    const detail = 'The request has no Host header';
    expect(JSON.parse(body)).toMatchObject({ status: 400, code: 'INVALID_PAYLOAD', detail, requestId: 'mine' });
  });

  it('an expectation that nobody knows is ignored', async () => {
    const head = 'GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: wonders\r\nconnection: close\r\n\r\n';
    expect(await exchange(new URL(cloud.url), head)).toMatch(/^HTTP\/1.1 200 /);
  });
});

/** What a server answers to some bytes until it closes the connection. */
function exchange({ hostname, port }: URL, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding('utf8');
    socket.on('data', (text) => {
      answer += text;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}
