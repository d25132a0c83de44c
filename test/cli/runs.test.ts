import { describe, expect, it } from 'vitest';
import {
  type Answer,
  events,
  type FakeCloud,
  fakeCloud,
  json,
  key,
  logged,
  record,
  result,
} from './client/fake-cloud.ts';
import { serviceHere } from './service-process.ts';

const runs = (cloud: FakeCloud, ...args: string[]) =>
  serviceHere(['runs', ...args], { env: { SERVICE_API_KEY: key, SERVICE_BASE_URL: cloud.url } });

const jsonLines: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  const line = { type: 'log', seq: 1, time: '2026-11-20T10:00:00.000Z', level: 'info', message: 'one \u001b[31m' };
  response.end(`${JSON.stringify(line)}\n${JSON.stringify({ type: 'status', ...record('running') })}\n`);
};

describe('runs list', () => {
  const page = (from: number, count: number, nextCursor?: string) =>
    json({
      runs: Array.from({ length: count }, (_, index) =>
        record('success', { runId: `run-${from + index}`, packageName: 'n8n-nodes-x' }),
      ),
      nextCursor,
    });

  it('shows a line a run', async () => {
    const { exitCode, stdout } = await runs(await fakeCloud({ 'GET /runs': page(1, 2) }), 'list');
    expect(stdout).toBe(
      'run-1  passed  2026-11-20 10:00:00  n8n-nodes-x\nrun-2  passed  2026-11-20 10:00:00  n8n-nodes-x\n',
    );
    expect(exitCode).toBe(0);
  });

  it('reads on until it has as many as it was asked for', async () => {
    const cloud = await fakeCloud({
      'GET /runs': (response, request, times) =>
        (times === 0 ? page(1, 100, 'more') : page(101, 20))(response, request, times),
    });
    const { stdout } = await runs(cloud, 'list', '--limit', '120', '--json');
    expect(JSON.parse(stdout).runs).toHaveLength(120);
    expect(cloud.of('GET /runs').map(({ query }) => Object.fromEntries(query))).toEqual([
      { limit: '100' },
      { limit: '20', cursor: 'more' },
    ]);
  });

  it('asks for the runs of one package', async () => {
    const cloud = await fakeCloud({ 'GET /runs': page(1, 1) });
    await runs(cloud, 'list', '--package', '@scope/x');
    expect(Object.fromEntries(cloud.of('GET /runs')[0]?.query ?? [])).toEqual({ limit: '20', package: '@scope/x' });
  });

  it('ends with a server that never does', async () => {
    const { stdout } = await runs(await fakeCloud({ 'GET /runs': page(1, 0, 'more') }), 'list');
    expect(stdout).toBe('No runs yet\n');
  });

  it('rejects an invalid limit', async () => {
    const { exitCode, stderr } = await runs(await fakeCloud(), 'list', '--limit', '0');
    expect(stderr).toContain('Invalid --limit "0"');
    expect(exitCode).toBe(2);
  });
});

describe('runs show', () => {
  it('shows the record, and the result of a run that has ended', async () => {
    const { exitCode, stdout } = await runs(await fakeCloud(), 'show', 'run-1');
    expect(stdout).toContain('Run ID: run-1\nProject type: n8n-node\nStatus: passed\nCreated: 2026-11-20 10:00:00\n');
    expect(stdout).toContain('Verification passed: 2 of 2 checks passed\nCredits used: 1\n');
    expect(exitCode).toBe(0);
  });

  it('shows a run that waits, without a result', async () => {
    const cloud = await fakeCloud({ 'GET /runs/run-1': json(record('queued', { queuePosition: 3 })) });
    const { stdout } = await runs(cloud, 'show', 'run-1');
    expect(stdout).toContain('Status: queued (position 3)\n');
    expect(cloud.of('GET /runs/run-1/result')).toEqual([]);
  });

  it('prints both as one document', async () => {
    const { stdout } = await runs(await fakeCloud(), 'show', 'run-1', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ runId: 'run-1', status: 'success', result });
  });

  it.each([
    ['../account', 'Invalid run ID "../account"'],
    ['local-0123', '"local-0123" is a local run; local runs are not stored'],
  ])('refuses %s', async (id, says) => {
    const cloud = await fakeCloud();
    const { exitCode, stderr } = await runs(cloud, 'show', id);
    expect(stderr).toContain(says);
    expect(exitCode).toBe(2);
    expect(cloud.seen).toEqual([]);
  });
});

describe('runs watch', () => {
  it('follows a run from its first line to its verdict', async () => {
    const { exitCode, stdout, stderr } = await runs(await fakeCloud(), 'watch', 'run-1');
    expect(stderr).toBe('[10:00:00] hello\n');
    expect(stdout).toBe('Run ID: run-1\nVerification passed: 2 of 2 checks passed\nCredits used: 1\n');
    expect(exitCode).toBe(0);
  });

  it('exits as verify does', async () => {
    const failed = { ...result, passed: false, status: 'failed' };
    const { exitCode, stdout } = await runs(
      await fakeCloud({ 'GET /runs/run-1': json(record('failed')), 'GET /runs/run-1/result': json(failed) }),
      'watch',
      'run-1',
      '--json',
    );
    expect(JSON.parse(stdout)).toEqual(failed);
    expect(exitCode).toBe(1);
  });
});

describe('runs logs', () => {
  it('prints the lines so far, as text and as a document', async () => {
    const cloud = await fakeCloud({ 'GET /runs/run-1/logs': jsonLines });
    expect((await runs(cloud, 'logs', 'run-1')).stdout).toBe('[10:00:00] one \\x1b[31m\n');
    expect(JSON.parse((await runs(cloud, 'logs', 'run-1', '--json')).stdout)).toMatchObject([
      { seq: 1, level: 'info' },
    ]);
  });

  it('does not take a stream for lines', async () => {
    const stream: Answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events(logged(1, 'x')));
    };
    const { exitCode, stderr } = await runs(await fakeCloud({ 'GET /runs/run-1/logs': stream }), 'logs', 'run-1');
    expect(stderr).toContain('expected a log, got text/event-stream');
    expect(exitCode).toBe(1);
  });
});

describe('runs cancel', () => {
  it('cancels a run and prints its end', async () => {
    const cloud = await fakeCloud({ 'GET /runs/run-1': json(record('rejected')) });
    const { exitCode, stdout } = await runs(cloud, 'cancel', 'run-1');
    expect(cloud.of('POST /runs/run-1/cancel')).toHaveLength(1);
    expect(stdout).toBe('Run run-1 finished: rejected\n');
    expect(exitCode).toBe(0);
  });
});
