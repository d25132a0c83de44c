import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { MachineFault, saysMachineFault } from '../machine-fault.ts';

// Not PATH: package managers put folders of the project in front of it.
const folders = ['/usr/bin', '/bin', '/usr/local/bin', '/usr/sbin', '/sbin', '/run/current-system/sw/bin'];

/** Absolute path of a program of the operating system; undefined when it is not installed. */
export function systemProgram(name: string): string | undefined {
  return folders.map((folder) => join(folder, name)).find(isExecutable);
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
 * The shared libraries that programs are loaded with, the loader itself among them, as ldd(1) names them.
 * @throws {Error} where there is no ldd
 * @throws {MachineFault} where it has too little of something to find them all
 */
export async function librariesOf(programs: readonly string[]): Promise<string[]> {
  const ldd = systemProgram('ldd');
  if (ldd === undefined) throw new Error('ldd is not installed');
  const { execa } = await import('execa');
  // For a static program it exits with 1, and lists the others' libraries all the same.
  const { stdout, stderr, exitCode, cause } = await execa(ldd, programs, { env: {}, extendEnv: false, reject: false });
  if (exitCode === undefined || saysMachineFault(stderr)) throw new MachineFault('ldd could not run', { cause });
  return [...new Set([...stdout.matchAll(/(\/\S+) \(0x[0-9a-f]+\)/g)].map(([, path = '']) => path))];
}
