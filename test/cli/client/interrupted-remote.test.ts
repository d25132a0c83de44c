import { describe, expect, it } from 'vitest';
import { project, type Start, service } from '../service-process.ts';
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

const cancelled = {
  ...result,
  status: 'rejected',
  passed: false,
  summary: 'CANCELLED: the run was cancelled',
  checks: [],
  creditsUsed: 0,
};
const silent: Answer = () => {};

/** A cloud whose run goes on until it is cancelled; its log line says when it is under way. */
function patientCloud(routes: Record<string, Answer> = {}): Promise<FakeCloud> {
  let ended = false;
  return fakeCloud({
    'GET /runs/run-1': (response, request, times) =>
      json(record(ended ? 'rejected' : 'running'))(response, request, times),
    'GET /runs/run-1/logs': (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(events(logged(1, 'under way')));
    },
    'POST /runs/run-1/cancel': (response, request, times) => {
      ended = true;
      json(record('running'), 202)(response, request, times);
    },
    'GET /runs/run-1/result': json(cancelled),
    ...routes,
  });
}

async function interrupted(cloud: FakeCloud, args: readonly string[], when: { seen: string } | { route: string }) {
  const during: Start['during'] = (child) => {
    let text = '';
    let done = false;
    const look = (data = '') => {
      text += data;
      if (done || !('seen' in when ? text.includes(when.seen) : cloud.of(when.route).length > 0)) return;
      done = true;
      clearInterval(timer);
      child.kill('SIGINT');
    };
    const timer = setInterval(look, 20);
    child.stderr.on('data', (data) => look(String(data)));
    child.stderr.on('close', () => clearInterval(timer));
  };
  const cwd = await project({ 'package.json': '{ "name": "n8n-nodes-x" }' });
  return service(args, { cwd, env: { SERVICE_API_KEY: key, SERVICE_BASE_URL: cloud.url }, during });
}

const verify = ['verify', '--type', 'n8n-node'];

describe('Ctrl-C', () => {
  it('cancels the run, and says how to look at it', async () => {
    const cloud = await patientCloud();
    const { exitCode, stdout, stderr, left } = await interrupted(cloud, verify, { seen: 'under way' });
    expect(cloud.of('POST /runs/run-1/cancel')).toHaveLength(1);
    expect(stderr).toContain('Cancelling the run; press Ctrl-C again to exit immediately\n');
    expect(stderr).toContain('Run run-1 finished. Run `service runs show run-1` to see it.\n');
    expect(stdout).toContain('Verification rejected: CANCELLED: the run was cancelled\nCredits used: 0\n');
    expect(exitCode).toBe(130);
    expect(left).toEqual([]);
  });

  it('leaves one document with --json', async () => {
    const { exitCode, stdout } = await interrupted(await patientCloud(), [...verify, '--json'], { seen: 'under way' });
    expect(JSON.parse(stdout)).toEqual(cancelled);
    expect(exitCode).toBe(130);
  });

  it.each([
    ['never answers', silent, 'Cannot cancel run run-1: the service did not respond in time'],
    [
      'has lost the run',
      problem(404, 'NOT_FOUND', 'The run does not exist'),
      'Cannot cancel run run-1: The run does not exist',
    ],
  ])('does not wait for ever where the cloud %s', async (_name, answer, says) => {
    const cloud = await patientCloud({ 'POST /runs/run-1/cancel': answer });
    const { exitCode, stdout, stderr } = await interrupted(cloud, [...verify, '--json'], { seen: 'under way' });
    expect(stderr).toContain(`Error: ${says} (CANCELLED)\n`);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'CANCELLED' } });
    expect(exitCode).toBe(130);
  });

  it('finds and cancels a run that is just being created', async () => {
    const cloud = await patientCloud({
      'POST /runs': (response, request, times) => {
        setTimeout(() => json(record('queued'), 201)(response, request, times), 1000);
      },
    });
    const { exitCode } = await interrupted(cloud, verify, { route: 'POST /runs' });
    expect(cloud.of('POST /runs/run-1/cancel')).toHaveLength(1);
    expect(exitCode).toBe(130);
  });

  it('does not wait for a run that is never created', async () => {
    const cloud = await patientCloud({ 'POST /runs': silent });
    const { exitCode, stdout } = await interrupted(cloud, [...verify, '--json'], { route: 'POST /runs' });
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'CANCELLED' } });
    expect(exitCode).toBe(130);
  });

  it('exits immediately the second time', async () => {
    const cloud = await patientCloud({ 'POST /runs/run-1/cancel': silent });
    const cwd = await project({ 'package.json': '{ "name": "n8n-nodes-x" }' });
    const { signal } = await service(verify, {
      cwd,
      env: { SERVICE_API_KEY: key, SERVICE_BASE_URL: cloud.url },
      during: (child) => {
        child.stderr.on('data', (data) => {
          if (/under way|Cancelling/.test(String(data))) child.kill('SIGINT');
        });
      },
    });
    expect(signal).toBe('SIGINT');
  });

  it('ends a command that only asks something', async () => {
    const cloud = await fakeCloud({ 'GET /account': silent });
    const { exitCode, stderr } = await interrupted(cloud, ['auth', 'status'], { route: 'GET /account' });
    expect(stderr).toMatch(/^Error: Interrupted \(CANCELLED\)\n/);
    expect(exitCode).toBe(130);
  });

  it('while watching leaves the run alone', async () => {
    const cloud = await patientCloud();
    const { exitCode, stderr } = await interrupted(cloud, ['runs', 'watch', 'run-1'], { seen: 'under way' });
    expect(cloud.of('POST /runs/run-1/cancel')).toEqual([]);
    expect(stderr).toContain('Stopped watching; run run-1 continues');
    expect(exitCode).toBe(130);
  });
});
