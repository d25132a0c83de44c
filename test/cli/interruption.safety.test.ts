import { describe, expect, it } from 'vitest';
import { acmeProject } from '../plugins/n8n-node/acme-project.ts';
import { descendantsOf, isAlive, type Process } from '../runner/sandbox/descendants.ts';
import { type Ended, project, type Start, service } from './service-process.ts';
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
  return service(['verify', '--local', '--allow-plugins', ...args], {
    cwd: await toyProject({ 'src/wait': '' }),
    during,
  });
}

/** A real project with a plugin whose check computes for ever once the others are at work. */
function spinningProject(): Promise<string> {
  const plugin = `import { defineCheck, definePlugin } from 'verify-service';
    const spin = defineCheck({ name: 'spin', title: 'Spins', rules: [], modes: ['project'], async *run() {
      yield* [];
      await new Promise((resolve) => setTimeout(resolve, 700));
      for (;;);
    } });
    export default definePlugin({ name: 'spin', checks: { 'n8n-node': [spin] } });`;
  const files = acmeProject({});
  return project({
    ...Object.fromEntries(Object.entries(files).map(([path, content]) => [path, String(content)])),
    'spin.ts': plugin,
    '.service/config.json': JSON.stringify({ plugins: ['./spin.ts'] }),
  });
}

describe('an interrupted run', () => {
  it('is cancelled by Ctrl-C, and leaves nothing behind', async () => {
    const { exitCode, stdout, stderr, left } = await interrupted('SIGINT');
    expect(stderr).toContain('Cancelling the run; press Ctrl-C again to exit immediately\n');
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

describe('a check that never lets go', () => {
  it('ends with Ctrl-C, and with it all that it started', async () => {
    let below: Process[] = [];
    const { exitCode, stdout, left } = await service(['verify', '--local', '--allow-plugins'], {
      cwd: await toyProject({ 'src/spin': '' }),
      during: (child) => {
        child.stderr.on('data', (data) => {
          if (!String(data).includes('spinning')) return;
          if (process.platform === 'linux') below = descendantsOf(child.pid ?? 0);
          child.kill('SIGINT');
        });
      },
    });
    expect(stdout).toMatch(/\nVerification rejected: CANCELLED: .*\nCredits used: 0\n$/);
    expect(exitCode).toBe(130);
    expect(left).toEqual([]);
    if (process.platform === 'linux') expect(below.length).toBeGreaterThan(0);
    expect(below.filter(isAlive)).toEqual([]);
  });

  it('leaves nothing of a real project behind when it is stopped among other checks', async () => {
    const cwd = await spinningProject();
    const { exitCode, stdout, left } = await service(
      ['verify', '--local', '--allow-plugins', '--no-cache', '--timeout', '2'],
      { cwd },
    );
    expect(stdout).toContain('Verification timed out: TIMEOUT: ');
    expect(exitCode).toBe(1);
    expect(left).toEqual([]);
  });
});

describe('a plugin that never lets go while it is loaded', () => {
  it.each([
    ['verify', '--local', '--plugin', './p.mjs'],
    ['checks', '--plugin', './p.mjs'],
  ])('ends by itself, and is named: %s', async (...args) => {
    const cwd = await project({ 'package.json': '{}', 'p.mjs': "import './spin.mjs';", 'spin.mjs': '\nfor (;;);' });
    const { exitCode, stderr } = await service(args, { cwd });
    expect(stderr).toContain(
      'Error: Cannot load plugin "./p.mjs": the event loop was blocked for more than 5 s (spin.mjs:2) (PLUGIN_NOT_LOADED)\n',
    );
    expect(exitCode).toBe(2);
  });
});

describe('an error that nothing catches', () => {
  it('fails the run in good order, without a stack trace', async () => {
    const cwd = await toyProject({ 'src/wait': '', 'src/stray': '' });
    const { exitCode, stdout, stderr, left } = await service(['verify', '--local', '--allow-plugins', '--json'], {
      cwd,
    });
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'failed',
      checks: expect.arrayContaining([
        { name: 'patience', passed: false, message: expect.stringContaining('crashed: a stray error') },
      ]),
    });
    expect(exitCode).toBe(1);
    expect(left).toEqual([]);
    const debugged = await service(['verify', '--local', '--allow-plugins'], { cwd, env: { SERVICE_DEBUG: '1' } });
    expect(debugged.stderr).toMatch(/^\s+at .*toy-plugin\.ts/m);
  });
});

describe('output that nobody reads', () => {
  it('ends a command quietly', async () => {
    const { exitCode, stderr } = await service(['checks'], { during: ({ stdout }) => stdout.destroy() });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  });
});
