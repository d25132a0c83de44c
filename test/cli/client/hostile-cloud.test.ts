import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { project, service } from '../service-process.ts';
import {
  type Answer,
  events,
  type FakeCloud,
  fakeCloud,
  json,
  key,
  logged,
  problem,
  record,
  result,
} from './fake-cloud.ts';

const html: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><script>alert(1)</script>');
};
const mistyped: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(record('success')));
};
const half: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"runId": "run-1", "sta');
};
const shortened: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' }).write('{"runId":');
  setTimeout(() => response.destroy(), 20);
};
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response
      .writeHead(code, { 'content-type': 'text/html', ...headers })
      .end('<h1>Error</h1> at Server.handle (/srv/app.js:1:1)');
  };
const hangUp: Answer = (response) => {
  response.destroy();
};
const silent: Answer = () => {};
const flood: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(65_536)));
  };
  response.on('drain', more);
  more();
};

interface Row {
  name: string;
  routes: Record<string, Answer>;
  args?: readonly string[];
  code: string;
  says: string;
  exitCode?: number;
}

const create = (answer: Answer) => ({ 'POST /runs': answer });
const poll = (answer: Answer) => ({ 'GET /runs/run-1': answer });
const fetched = (answer: Answer) => ({ 'GET /runs/run-1/result': answer });
const impatient = ['--timeout', '0.1', '--no-logs'];

const rows: readonly Row[] = [
  // The run is not created.
  {
    name: 'HTML',
    routes: create(html),
    code: 'CONNECTION_FAILED',
    says: 'it answered with text/html instead of JSON; is this the address of the service?',
  },
  {
    name: 'a wrong content type',
    routes: create(mistyped),
    code: 'CONNECTION_FAILED',
    says: 'it answered with text/plain instead of JSON',
  },
  { name: 'half a document', routes: create(half), code: 'CONNECTION_FAILED', says: 'its answer is not complete JSON' },
  {
    name: 'a document that breaks off',
    routes: create(shortened),
    code: 'CONNECTION_FAILED',
    says: 'it closed the connection early',
  },
  {
    name: 'another document',
    routes: create(json({ hello: 'world' }, 201)),
    code: 'CONNECTION_FAILED',
    says: 'its answer is not what was asked for',
  },
  {
    name: 'an id that leads elsewhere',
    routes: create(json(record('queued', { runId: '../../admin' }), 201)),
    code: 'CONNECTION_FAILED',
    says: 'its answer is not what was asked for at /runId',
  },
  { name: 'an endless document', routes: create(flood), code: 'CONNECTION_FAILED', says: 'content size' },
  { name: 'status 500', routes: create(status(500)), code: 'UNAVAILABLE', says: 'answered with status 500' },
  { name: 'status 502', routes: create(status(502)), code: 'UNAVAILABLE', says: 'answered with status 502' },
  {
    name: 'status 404',
    routes: create(status(404)),
    code: 'CONNECTION_FAILED',
    says: 'it answered with status 404; is this the address of the service?',
  },
  {
    name: 'a redirect',
    routes: create(status(302, { location: 'https://elsewhere.example/' })),
    code: 'CONNECTION_FAILED',
    says: 'it sends on to https://elsewhere.example/, which is not followed',
  },
  {
    name: 'a connection that is closed',
    routes: create(hangUp),
    code: 'CONNECTION_FAILED',
    says: 'it closed the connection early',
  },
  {
    name: 'silence',
    routes: create(silent),
    args: impatient,
    code: 'CONNECTION_FAILED',
    says: 'it did not answer within',
  },
  {
    name: 'an internal error',
    routes: create(problem(500, 'RUNNER_ERROR', 'Something went wrong inside the service')),
    code: 'RUNNER_ERROR',
    says: 'Something went wrong inside the service',
  },

  // The run is refused.
  {
    name: 'a key that is not accepted',
    routes: create(problem(401, 'UNAUTHORIZED', 'The API key was not accepted: it was revoked')),
    code: 'UNAUTHORIZED',
    says: 'it was revoked',
    exitCode: 2,
  },
  {
    name: 'too few credits',
    routes: create(problem(402, 'INSUFFICIENT_CREDITS', 'This run needs 1 credits and 0 are available')),
    code: 'INSUFFICIENT_CREDITS',
    says: 'This run needs 1 credits and 0 are available',
  },
  {
    name: 'too many runs',
    routes: create(
      problem(429, 'CONCURRENCY_CAP_REACHED', '5 of 5 concurrent runs are in use', { 'retry-after': '60' }),
    ),
    code: 'CONCURRENCY_CAP_REACHED',
    says: '5 of 5 concurrent runs are in use',
  },
  {
    name: 'too large a project',
    routes: create(problem(413, 'PAYLOAD_TOO_LARGE', 'The upload is over the limit of 20 MiB')),
    code: 'INVALID_PAYLOAD',
    says: 'The upload is over the limit of 20 MiB',
  },
  {
    name: 'a type that is not supported',
    routes: create(problem(501, 'NOT_IMPLEMENTED', 'n8n-workflow is not supported yet')),
    code: 'NOT_IMPLEMENTED',
    says: 'n8n-workflow is not supported yet',
  },
  {
    name: 'a code that nobody knows',
    routes: create(problem(418, 'TEAPOT', 'short and stout')),
    code: 'CONNECTION_FAILED',
    says: 'it answered with status 418',
  },

  // The run is created, and its end can't be seen.
  {
    name: 'HTML instead of the record',
    routes: poll(html),
    code: 'CONNECTION_FAILED',
    says: 'it answered with text/html',
  },
  {
    name: 'a run that is not known any more',
    routes: poll(problem(404, 'NOT_FOUND', 'The run was not found')),
    code: 'NOT_FOUND',
    says: 'The run was not found',
  },
  {
    name: 'a run without end',
    routes: poll(json(record('running'))),
    args: impatient,
    code: 'TIMEOUT',
    says: 'Timed out waiting for run run-1 to complete',
  },
  {
    name: 'a cloud that went away',
    routes: poll(hangUp),
    args: impatient,
    code: 'CONNECTION_FAILED',
    says: 'it closed the connection early',
  },
  {
    name: 'a record that never comes',
    routes: poll(silent),
    args: impatient,
    code: 'CONNECTION_FAILED',
    says: 'it did not answer within',
  },
  {
    name: 'a result that is none',
    routes: fetched(json({ ...result, status: 'excellent' })),
    code: 'CONNECTION_FAILED',
    says: 'its answer is not what was asked for at /status',
  },
  {
    name: 'HTML instead of the result',
    routes: fetched(html),
    code: 'CONNECTION_FAILED',
    says: 'it answered with text/html',
  },
];

async function verify(cloud: Pick<FakeCloud, 'url'>, args: readonly string[] = [], env: Record<string, string> = {}) {
  const cwd = await project({ 'package.json': '{ "name": "n8n-nodes-x" }' });
  return service(['verify', '--type', 'n8n-node', ...args], {
    cwd,
    env: { SERVICE_API_KEY: key, SERVICE_BASE_URL: cloud.url, ...env },
  });
}

describe('a cloud that answers with', () => {
  it.each(rows)('$name: $code', async ({ routes, args = [], code, says, exitCode = 1 }) => {
    const cloud = await fakeCloud(routes);
    const ended = await verify(cloud, [...args, '--json']);
    const { error } = JSON.parse(ended.stdout);
    expect(error.code).toBe(code);
    expect(error.message).toContain(says);
    expect(ended.stderr).toContain(`Error: ${error.message} (${code})\n  `);
    expect(ended.stderr).not.toMatch(/^\s+at /m);
    expect(ended.stderr).not.toContain('/srv/app.js');
    expect(ended.exitCode).toBe(exitCode);
    expect(ended.left).toEqual([]);
  });

  it('nothing, because there is none', async () => {
    const { exitCode, stderr } = await verify({ url: 'http://127.0.0.1:9' });
    expect(stderr).toContain(
      'Error: Could not reach http://127.0.0.1:9: nothing answers there (connection refused) (CONNECTION_FAILED)',
    );
    expect(exitCode).toBe(1);
  });

  it('something that is not HTTP', async () => {
    const server = createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { exitCode, stderr } = await verify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    expect(stderr).toContain('(CONNECTION_FAILED)');
    expect(exitCode).toBe(1);
  });

  it('escape sequences everywhere: they are shown as text', async () => {
    const evil = '\u001b[2J\u202e\n::error::forged';
    const cloud = await fakeCloud({
      'GET /runs/run-1/logs': (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(events(logged(1, evil), ['end', {}]));
      },
      'GET /runs/run-1': json(record('failed')),
      'GET /runs/run-1/result': json({
        ...result,
        status: 'failed',
        passed: false,
        summary: evil,
        checks: [{ name: evil, passed: false, message: evil }],
      }),
    });
    for (const flags of [[], ['--json']]) {
      const { stdout, stderr } = await verify(cloud, flags);
      expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
      expect(stdout + stderr).not.toMatch(/^\s*::error::/m);
      expect(stdout + stderr).toContain('\\x1b[2J\\u202e');
    }
    const refusing = await fakeCloud({ 'POST /runs': problem(402, 'INSUFFICIENT_CREDITS', evil) });
    const { stderr } = await verify(refusing);
    expect(stderr).toContain('Error: \\x1b[2J\\u202e\\n::error::forged (INSUFFICIENT_CREDITS)');
  });

  it.each([
    ['an event without end', (write: (text: string) => void) => write(`data: ${'x'.repeat(3_000_000)}`)],
    [
      'events that are none',
      (write: (text: string) => void) => write('event: log\ndata: {"seq": "one"}\n\nevent: status\ndata: [\n\n'),
    ],
    ['bytes that are no text', (write: (text: string) => void) => write('\u0000\u0001 :::\n\n\n')],
  ])('%s in the log: the verdict is not lost', async (_name, send) => {
    const cloud = await fakeCloud({
      'GET /runs/run-1/logs': (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        send((text) => response.write(text));
      },
    });
    const { exitCode, stdout } = await verify(cloud);
    expect(stdout).toContain('Verification passed: 2 of 2 checks passed');
    expect(exitCode).toBe(0);
  });

  it.each([
    ['HTML', html, "The log can't be shown: "],
    ['no log at all', problem(404, 'NOT_FOUND', 'There is no log'), "The log can't be shown: There is no log\n"],
  ])('%s instead of the log: it says so, and goes on', async (_name, answer, says) => {
    const { exitCode, stdout, stderr } = await verify(await fakeCloud({ 'GET /runs/run-1/logs': answer }));
    expect(stderr).toContain(says);
    expect(stdout).toContain('Verification passed');
    expect(exitCode).toBe(0);
  });
});

describe('a cloud that comes back', () => {
  it('is asked again to create the run, with the same key', async () => {
    const cloud = await fakeCloud({
      'POST /runs': (response, request, times) =>
        (times < 2 ? hangUp : json(record('queued'), 201))(response, request, times),
    });
    const { exitCode } = await verify(cloud);
    const keys = cloud.of('POST /runs').map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(exitCode).toBe(0);
  });

  it('is waited for as long as it asks', async () => {
    const cloud = await fakeCloud({
      'POST /runs': (response, request, times) => {
        const busy = problem(429, 'RATE_LIMITED', 'Too many requests', { 'retry-after': '1' });
        return (times === 0 ? busy : json(record('queued'), 201))(response, request, times);
      },
    });
    expect((await verify(cloud)).exitCode).toBe(0);
  });

  it('is told of once while the run is waited for', async () => {
    const cloud = await fakeCloud({
      'GET /runs/run-1': (response, request, times) =>
        (times < 3 ? status(503) : json(record('success')))(response, request, times),
    });
    const { exitCode, stderr } = await verify(cloud, ['--no-logs']);
    expect(stderr).toMatch(/^The service is not available right now: .* answered with status 503; trying again\n$/);
    expect(exitCode).toBe(0);
  });

  it('may have the result a moment later than the record', async () => {
    const late = problem(409, 'RUN_NOT_FINISHED', 'Run run-1 has not finished yet');
    const cloud = await fakeCloud({
      'GET /runs/run-1/result': (response, request, times) =>
        (times === 0 ? late : json(result))(response, request, times),
    });
    expect((await verify(cloud)).exitCode).toBe(0);
  });
});
