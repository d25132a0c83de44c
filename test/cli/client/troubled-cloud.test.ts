import { describe, expect, it } from 'vitest';
import { events, fakeCloud, json, logged, problem, record, result } from './fake-cloud.ts';
import { hangUp, html, status, verify } from './odd-answers.ts';

describe('a cloud that answers with', () => {
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
    ['HTML', html, 'Cannot show the log: '],
    ['no log at all', problem(404, 'NOT_FOUND', 'There is no log'), 'Cannot show the log: There is no log\n'],
  ])('%s instead of the log: prints a notice, and continues', async (_name, answer, says) => {
    const { exitCode, stdout, stderr } = await verify(await fakeCloud({ 'GET /runs/run-1/logs': answer }));
    expect(stderr).toContain(says);
    expect(stdout).toContain('Verification passed');
    expect(exitCode).toBe(0);
  });
});

describe('a cloud that recovers', () => {
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

  it('is reported once during the wait', async () => {
    const cloud = await fakeCloud({
      'GET /runs/run-1': (response, request, times) =>
        (times < 3 ? status(503) : json(record('success')))(response, request, times),
    });
    const { exitCode, stderr } = await verify(cloud, ['--no-logs']);
    expect(stderr).toMatch(/^Service unavailable: .* responded with status 503; retrying\n$/);
    expect(exitCode).toBe(0);
  });

  it('may have the result a moment later than the record', async () => {
    const late = problem(409, 'RUN_NOT_FINISHED', 'Run run-1 is not finished');
    const cloud = await fakeCloud({
      'GET /runs/run-1/result': (response, request, times) =>
        (times === 0 ? late : json(result))(response, request, times),
    });
    expect((await verify(cloud)).exitCode).toBe(0);
  });
});
