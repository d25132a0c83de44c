import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { userReport } from '../../../cloud/doctor/isolation-probe.ts';
import { temporaryFolder } from '../../cli/service-process.ts';
import { bubblewrapPaths, canCover, serviceWithout } from '../covered-machine.ts';

async function reportWithout(paths: readonly string[]) {
  const args = ['admin', 'doctor', '--json', '--data', join(await temporaryFolder(), 'none')];
  const { stdout, stderr } = await serviceWithout(paths, args);
  const reports: { part: string }[] = JSON.parse(stdout || JSON.stringify([{ part: stderr }]));
  return reports.find(({ part }) => part === 'isolation') ?? reports;
}

it.runIf(canCover)('without bubblewrap the doctor names the fallback and its consequences', async () => {
  expect(await reportWithout(bubblewrapPaths)).toMatchObject({
    state: 'warning',
    saw: expect.stringMatching(/bubblewrap is not installed.*does not stop malicious code/),
    next: expect.stringContaining('Install'),
  });
});

it.runIf(canCover)('where parts of /proc are masked, as in most containers, tools cannot be isolated', async () => {
  expect(await reportWithout(['/proc/keys', '/proc/timer_list', '/proc/kcore'])).toMatchObject({
    state: 'warning',
    saw: expect.stringMatching(/could not start a process with its own \/proc \(bwrap: Can't mount proc/),
    next: expect.stringContaining('procMount: Unmasked'),
  });
});

it.runIf(canCover)('the user ids of sandboxed processes must be unused', async () => {
  const passwords = join(await temporaryFolder(), 'passwd');
  await writeFile(passwords, 'root:x:0:0::/:/bin/sh\n');
  expect(await userReport(passwords)).toMatchObject({ state: 'ok' });
  await appendFile(passwords, 'alice:x:61010:61010::/:/bin/sh\n');
  expect(await userReport(passwords)).toMatchObject({ state: 'warning', saw: expect.stringContaining('alice') });
});
