import { accessSync, constants, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { MachineError, reportsMachineError } from '../machine-error.ts';

// Not PATH: package managers prepend folders of the project.
const folders = ['/usr/bin', '/bin', '/usr/local/bin', '/usr/sbin', '/sbin', '/run/current-system/sw/bin'];

/** Absolute path of a program of the operating system; undefined when it is not installed. */
export function systemProgram(name: string): string | undefined {
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

/** The command that starts another one under setpriv(1); empty without util-linux: BusyBox has fewer options. */
export function setprivCommand(options: readonly string[]): string[] {
  const path = systemProgram('setpriv');
  return path === undefined || basename(realpathSync(path)) === 'busybox' ? [] : [path, ...options, '--'];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The shared libraries of programs, including the loader, as reported by ldd(1).
 * @throws {Error} when ldd is not installed
 * @throws {MachineError} when ldd fails for lack of resources
 */
export async function librariesOf(programs: readonly string[]): Promise<string[]> {
  const ldd = systemProgram('ldd');
  if (ldd === undefined) throw new Error('ldd is not installed');
  const { execa } = await import('execa');
  // For a static program it exits with 1, and still lists the libraries of the others.
  const { stdout, stderr, exitCode, cause } = await execa(ldd, programs, { env: {}, extendEnv: false, reject: false });
  if (exitCode === undefined || reportsMachineError(stderr)) throw new MachineError('ldd could not run', { cause });
  return [...new Set([...stdout.matchAll(/(?<!\S)(\/\S+) \(0x[0-9a-f]+\)/g)].map(([, path = '']) => path))];
}
