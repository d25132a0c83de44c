import { existsSync } from 'node:fs';
import { release } from 'node:os';
import { dirname, join } from 'node:path';
import type { MountPrograms } from './host-view.ts';
import { type Architecture, architectures } from './system-calls.ts';
import { librariesOf, systemProgram } from './system-programs.ts';

/** The parts of the operating system that bubblewrap sandboxes are made of. */
export interface SystemParts {
  architecture: Architecture;
  bwrap: string;
  prlimit: string;
  /** Shared libraries of Node and prlimit, and all of the C library. */
  libraries: readonly string[];
  /** Whether the kernel counts processes per user namespace; otherwise a limit would include all processes of our user. */
  countsByNamespace: boolean;
  /** Set where mounts with special options work; see host-view.ts. */
  mounts?: MountPrograms | undefined;
}

/**
 * Finds what bubblewrap needs. Whether it works, only starting a process shows.
 * @throws {Error} naming what is missing
 */
export async function findSystemParts(): Promise<SystemParts> {
  if (process.platform !== 'linux') throw new Error(`bubblewrap needs Linux, and this is ${process.platform}`);
  if (!isKnown(process.arch)) throw new Error(`the architecture ${process.arch} has no seccomp filter`);
  const bwrap = installed('bwrap', 'bubblewrap');
  const prlimit = installed('prlimit', 'util-linux');
  const [shell, mount] = [systemProgram('sh'), systemProgram('mount')];
  return {
    architecture: process.arch,
    bwrap,
    prlimit,
    libraries: withAllOfLibc(await librariesOf([process.execPath, prlimit])),
    countsByNamespace: kernelIsAtLeast(5, 14),
    mounts: shell === undefined || mount === undefined ? undefined : { shell, mount },
  };
}

/** Native parts of our tools, such as the parser, may need parts of the C library that Node does not. */
function withAllOfLibc(libraries: readonly string[]): string[] {
  const libc = libraries.find((path) => /\/libc\.so\.6$/.test(path));
  if (libc === undefined) return [...libraries];
  const pieces = ['librt.so.1', 'libdl.so.2', 'libpthread.so.0', 'libm.so.6'].map((name) => join(dirname(libc), name));
  return [...new Set([...libraries, ...pieces.filter((path) => existsSync(path))])];
}

const isKnown = (name: string): name is Architecture => name in architectures;

function installed(program: string, packageName: string): string {
  const path = systemProgram(program);
  if (path === undefined) throw new Error(`${packageName} is not installed`);
  return path;
}

/** 5.14 counts per namespace: https://git.kernel.org/torvalds/c/21d1c5e386bc751f1953b371d72cd5b7d9c9e270 */
function kernelIsAtLeast(major: number, minor: number): boolean {
  const [hereMajor = 0, hereMinor = 0] = release().split('.').map(Number);
  return hereMajor > major || (hereMajor === major && hereMinor >= minor);
}
