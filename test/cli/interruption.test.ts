import { describe, expect, it } from 'vitest';
import { type Ended, type Start, service } from './service-process.ts';
import { toyProject } from './toy-project.ts';

/** Runs a project that waits for the end of its run, and sends it signals when its log says that it waits. */
async function interrupted(signal: NodeJS.Signals, args: readonly string[] = []): Promise<Ended> {
  const during: Start['during'] = (child) => {
    let log = '';
    child.stderr.on('data', (data) => {
      const before = log.includes('waiting');
      log += String(data);
      if (!before && log.includes('waiting')) child.kill(signal);
    });
  };
  return service(['verify', '--local', ...args], { cwd: await toyProject({ 'src/wait': '' }), during });
}

describe('an interrupted run', () => {
  it('is cancelled by Ctrl-C, says so, and leaves nothing behind', async () => {
    const { exitCode, stdout, stderr, left } = await interrupted('SIGINT');
    expect(stderr).toContain('Cancelling the run; press Ctrl-C again to leave at once\n');
    expect(stdout).toMatch(/\nVerification rejected: CANCELLED: .*\nCredits used: 0\n$/);
    expect(exitCode).toBe(130);
    expect(left).toEqual([]);
  });

  it('still is one document with --json', async () => {
    const { exitCode, stdout } = await interrupted('SIGINT', ['--json']);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'rejected', passed: false });
    expect(exitCode).toBe(130);
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('ends the same way on %s', async (signal, code) => {
    const { exitCode, stdout, left } = await interrupted(signal);
    expect(stdout).toContain('Verification rejected: CANCELLED: ');
    expect(exitCode).toBe(code);
    expect(left).toEqual([]);
  });
});

describe('an error that nothing catches', () => {
  it('ends the run in good order, without a stack trace', async () => {
    const cwd = await toyProject({ 'src/wait': '', 'src/stray': '' });
    const { exitCode, stdout, stderr, left } = await service(['verify', '--local', '--json'], { cwd });
    expect(stderr).toContain('Error: Something went wrong in service itself: a stray error (RUNNER_ERROR)\n');
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'rejected' });
    expect(exitCode).toBe(1);
    expect(left).toEqual([]);
    const debugged = await service(['verify', '--local'], { cwd, env: { SERVICE_DEBUG: '1' } });
    expect(debugged.stderr).toMatch(/^\s+at .*toy-plugin\.ts/m);
  });
});

describe('output that nobody reads', () => {
  it('ends a command quietly', async () => {
    const { exitCode, stderr } = await service(['checks'], { during: ({ stdout }) => stdout.destroy() });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  });
});
