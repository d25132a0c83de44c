import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { userReport } from '../../../cloud/doctor/isolation-probe.ts';
import { launcher, ownEnvironment, temporaryFolder } from '../../cli/service-process.ts';

/** The report of a part, from a doctor in a mount namespace that was changed first. Needs root. */
async function toldAfter(change: string, part: string) {
  const own = await temporaryFolder();
  const env = { ...(await ownEnvironment(own)), npm_config_registry: 'http://127.0.0.1:1/' };
  const command = [process.execPath, launcher, 'admin', 'doctor', '--json', '--data', join(own, 'none')];
  const { stdout, stderr } = await execa('unshare', ['-m', 'sh', '-ec', `${change}\nexec "$@"`, 'sh', ...command], {
    extendEnv: false,
    env,
    reject: false,
    timeout: 50_000,
  });
  const reports: { part: string }[] = JSON.parse(stdout || `[{"part":${JSON.stringify(stderr)}}]`);
  return reports.find((report) => report.part === part) ?? reports;
}

const cover = (paths: string) => `for path in ${paths}; do [ ! -e $path ] || mount --bind /dev/null $path; done`;

const asRoot = process.platform === 'linux' && process.getuid?.() === 0;

it.runIf(asRoot)('without bubblewrap the doctor says what takes its place, and what that means', async () => {
  expect(await toldAfter(cover('/usr/bin/bwrap /usr/local/bin/bwrap'), 'isolation')).toMatchObject({
    state: 'warning',
    saw: expect.stringMatching(/bubblewrap is not installed.*does not hold an attacker/),
    next: expect.stringContaining('Install'),
  });
});

it.runIf(asRoot)('where parts of /proc are covered, as in most containers, tools can not be isolated', async () => {
  expect(await toldAfter(cover('/proc/keys /proc/timer_list /proc/kcore'), 'isolation')).toMatchObject({
    state: 'warning',
    saw: expect.stringMatching(/could not start a process with a \/proc of its own \(bwrap: Can't mount proc/),
    next: expect.stringContaining('procMount: Unmasked'),
  });
});

it.runIf(asRoot)('the users of children must be nobody', async () => {
  const passwords = join(await temporaryFolder(), 'passwd');
  await writeFile(passwords, 'root:x:0:0::/:/bin/sh\n');
  expect(await userReport(passwords)).toMatchObject({ state: 'ok' });
  await appendFile(passwords, 'alice:x:61010:61010::/:/bin/sh\n');
  expect(await userReport(passwords)).toMatchObject({ state: 'warning', saw: expect.stringContaining('alice') });
});
