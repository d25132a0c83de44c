import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Answer, fakeCloud, json, problem, record, result } from './fake-cloud.ts';
import { flood, half, hangUp, html, mistyped, shortened, silent, status, verify } from './odd-answers.ts';

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
    says: 'expected JSON, got text/html; is this the address of the service?',
  },
  {
    name: 'a wrong content type',
    routes: create(mistyped),
    code: 'CONNECTION_FAILED',
    says: 'expected JSON, got text/plain',
  },
  { name: 'half a document', routes: create(half), code: 'CONNECTION_FAILED', says: 'incomplete JSON in the response' },
  {
    name: 'a document that breaks off',
    routes: create(shortened),
    code: 'CONNECTION_FAILED',
    says: 'connection closed early',
  },
  {
    name: 'another document',
    routes: create(json({ hello: 'world' }, 201)),
    code: 'CONNECTION_FAILED',
    says: 'unexpected response',
  },
  {
    name: 'an id that leads elsewhere',
    routes: create(json(record('queued', { runId: '../../admin' }), 201)),
    code: 'CONNECTION_FAILED',
    says: 'unexpected response at /runId',
  },
  { name: 'an endless document', routes: create(flood), code: 'CONNECTION_FAILED', says: 'content size' },
  { name: 'status 500', routes: create(status(500)), code: 'UNAVAILABLE', says: 'responded with status 500' },
  { name: 'status 502', routes: create(status(502)), code: 'UNAVAILABLE', says: 'responded with status 502' },
  {
    name: 'status 404',
    routes: create(status(404)),
    code: 'CONNECTION_FAILED',
    says: 'it responded with status 404; is this the address of the service?',
  },
  {
    name: 'a redirect',
    routes: create(status(302, { location: 'https://elsewhere.example/' })),
    code: 'CONNECTION_FAILED',
    says: 'it redirects to https://elsewhere.example/; redirects are not followed',
  },
  {
    name: 'a connection that is closed',
    routes: create(hangUp),
    code: 'CONNECTION_FAILED',
    says: 'connection closed early',
  },
  {
    name: 'silence',
    routes: create(silent),
    args: impatient,
    code: 'CONNECTION_FAILED',
    says: 'no response within',
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
    routes: create(problem(401, 'UNAUTHORIZED', 'Invalid API key: it was revoked')),
    code: 'UNAUTHORIZED',
    says: 'it was revoked',
    exitCode: 2,
  },
  {
    name: 'too few credits',
    routes: create(problem(402, 'INSUFFICIENT_CREDITS', 'Not enough credits: this run costs 1, 0 available')),
    code: 'INSUFFICIENT_CREDITS',
    says: 'Not enough credits: this run costs 1, 0 available',
  },
  {
    name: 'too many runs',
    routes: create(
      problem(429, 'CONCURRENCY_CAP_REACHED', 'Concurrency limit reached: 5 of 5 runs active', { 'retry-after': '60' }),
    ),
    code: 'CONCURRENCY_CAP_REACHED',
    says: 'Concurrency limit reached: 5 of 5 runs active',
  },
  {
    name: 'too large a project',
    routes: create(problem(413, 'PAYLOAD_TOO_LARGE', 'The upload exceeds the limit of 20 MiB')),
    code: 'INVALID_PAYLOAD',
    says: 'The upload exceeds the limit of 20 MiB',
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
    says: 'it responded with status 418',
  },

  // The run is created, and its end cannot be seen.
  {
    name: 'HTML instead of the record',
    routes: poll(html),
    code: 'CONNECTION_FAILED',
    says: 'expected JSON, got text/html',
  },
  {
    name: 'a run that is not known any more',
    routes: poll(problem(404, 'NOT_FOUND', 'The run does not exist')),
    code: 'NOT_FOUND',
    says: 'The run does not exist',
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
    says: 'connection closed early',
  },
  {
    name: 'a record that never comes',
    routes: poll(silent),
    args: impatient,
    code: 'CONNECTION_FAILED',
    says: 'no response within',
  },
  {
    name: 'a result that is none',
    routes: fetched(json({ ...result, status: 'excellent' })),
    code: 'CONNECTION_FAILED',
    says: 'unexpected response at /status',
  },
  {
    name: 'HTML instead of the result',
    routes: fetched(html),
    code: 'CONNECTION_FAILED',
    says: 'expected JSON, got text/html',
  },
];

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
    expect(stderr).toContain('Error: Cannot reach http://127.0.0.1:9: connection refused (CONNECTION_FAILED)');
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
});
