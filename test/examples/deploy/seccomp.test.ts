import { readFileSync } from 'node:fs';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { numberOf, type SystemCall } from '../../../runner/sandbox/system-calls.ts';
import { systemProgram } from '../../../runner/sandbox/system-programs.ts';
import { launcher, ownEnvironment, temporaryFolder } from '../../cli/service-process.ts';
import { deployFile } from './manifests.ts';

interface Profile {
  defaultAction: string;
  syscalls: { names: SystemCall[]; action: string; errnoRet: number }[];
}
const profile: Profile = JSON.parse(readFileSync(deployFile('seccomp.json'), 'utf8'));
const refused = profile.syscalls.flatMap(({ names }) => names);
const architecture = process.arch === 'arm64' ? 'arm64' : 'x64';
const bwrap = systemProgram('bwrap');

/** The profile as a container runtime would load it: one instruction for each refused call, then allow. */
function filter(): Uint8Array {
  const numbers = refused.map((name) => numberOf(name, architecture)).filter((number) => number !== undefined);
  const instruction = (code: number, yes: number, no: number, value: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeUInt16LE(code, 0);
    bytes.writeUInt8(yes, 2);
    bytes.writeUInt8(no, 3);
    bytes.writeUInt32LE(value, 4);
    return bytes;
  };
  return Buffer.concat([
    instruction(0x20, 0, 0, 0),
    ...numbers.flatMap((number) => [instruction(0x15, 0, 1, number), instruction(0x06, 0, 0, 0x0005_0001)]),
    instruction(0x06, 0, 0, 0x7fff_0000),
  ]);
}

/** Runs a command under the profile, inherited by all that it starts. */
async function underProfile(command: readonly string[]) {
  const env = { ...(await ownEnvironment(await temporaryFolder())), npm_config_registry: 'http://127.0.0.1:1/' };
  return execa(bwrap ?? '', ['--dev-bind', '/', '/', '--seccomp', '3', '--', ...command], {
    extendEnv: false,
    env,
    stdio: ['ignore', 'pipe', 'pipe', filter()],
    reject: false,
    timeout: 600_000,
  });
}

describe('the seccomp profile of the worker', () => {
  it('refuses with EPERM, and allows the rest', () => {
    expect(profile.defaultAction).toBe('SCMP_ACT_ALLOW');
    expect(profile.syscalls.every(({ action, errnoRet }) => action === 'SCMP_ACT_ERRNO' && errnoRet === 1)).toBe(true);
    expect(new Set(refused).size).toBe(refused.length);
  });

  it.runIf(process.platform === 'linux' && bwrap)('lets bubblewrap make its sandboxes', async () => {
    const { stdout, stderr } = await underProfile([
      ...[process.execPath, launcher, 'admin', 'doctor', '--json', '--data', '/nowhere'],
    ]);
    const reports: { part: string }[] = JSON.parse(stdout || JSON.stringify([{ part: stderr }]));
    expect(reports.find(({ part }) => part === 'isolation') ?? reports).toMatchObject({ state: 'ok' });
  });

  it.runIf(process.platform === 'linux' && bwrap && systemProgram('unshare'))('is in force in that test', async () => {
    const command = ['sh', '-c', 'exec 2>&1; unshare -U true && echo made; chroot / true'];
    const { stdout } = await underProfile(command);
    expect(stdout).toMatch(/^made\nchroot.*not permitted/i);
  });
});
