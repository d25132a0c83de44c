import { expect, it } from 'vitest';
import { atTerminal } from './at-terminal.ts';
import { cloudWithoutWorkers } from './served-cloud.ts';
import { service, temporaryFolder } from './service-process.ts';

const cloud = cloudWithoutWorkers();

/** Logs in at a terminal, and decides in the browser once there is a code. */
async function logIn(config: string, decision: 'approve' | 'refuse') {
  let decided = false;
  return atTerminal(['auth', 'login', '--base-url', cloud().url], {
    cwd: config,
    env: { XDG_CONFIG_HOME: config },
    answers: [['In a browser', '\r']],
    onScreen(screen) {
      const [, code] = /approve the code ([A-Z]{4}-[A-Z]{4})/.exec(screen) ?? [];
      if (code === undefined || decided) return;
      decided = true;
      const body = new URLSearchParams({ code, decision });
      fetch(`${cloud().url}/account/device`, {
        method: 'POST',
        body,
        headers: { cookie: `service_key=${cloud().key}` },
      });
    },
  });
}

it('logs in through a browser', async () => {
  const config = await temporaryFolder();
  const { exitCode, screen } = await logIn(config, 'approve');
  expect(screen).toContain(`Open ${cloud().url}/account/device?code=`);
  expect(screen).toContain(`Logged in to ${cloud().url} as default`);
  expect(exitCode).toBe(0);
  const { stdout } = await service(['auth', 'status'], { env: { XDG_CONFIG_HOME: config } });
  expect(stdout).toContain(`Logged in to ${cloud().url} as default`);
  expect(stdout).not.toContain(cloud().key.slice(0, 12));
});

it('stores nothing when the user refuses', async () => {
  const config = await temporaryFolder();
  const { exitCode, screen } = await logIn(config, 'refuse');
  expect(screen).toContain('The login was refused');
  expect(exitCode).toBe(2);
  expect((await service(['auth', 'status'], { env: { XDG_CONFIG_HOME: config } })).stderr).toContain('(NO_API_KEY)');
});
