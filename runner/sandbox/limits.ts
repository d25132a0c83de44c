import type { SandboxJob } from '../../kernel/sandbox.ts';

type Profile = SandboxJob['profile'];

export interface Limits {
  /** Bytes of the result. */
  result: number;
  /** Bytes of memory of all processes together, including page tables. */
  memory: number;
  /** MiB of V8's old generation. */
  heap: number;
  /** Limits per process, named as in prlimit(1): bytes, counts, seconds of processor time. */
  resources: Readonly<Record<'core' | 'nofile' | 'nproc' | 'fsize' | 'cpu' | 'data', number>>;
  /** Bytes and number of files in the scratch folder; `inodes` only where it can be limited. */
  scratch: { size: number; inodes: number };
}

const MiB = 1024 * 1024;

/**
 * What V8 reserves for the code of a process as it starts. Nothing of it is used before there is code, and the kernel
 * counts all of it as data, because it may be written to. https://github.com/v8/v8/blob/13.6.233/src/common/globals.h
 */
const codeRange = (process.arch === 'arm64' ? 128 : 512) * MiB;

export const limitsOf: Readonly<Record<Profile, Limits>> = {
  // The load check: loads one package, once.
  untrusted: {
    result: MiB,
    memory: 768 * MiB,
    heap: 192,
    resources: { core: 0, nofile: 256, nproc: 64, fsize: 16 * MiB, cpu: 20, data: 768 * MiB + codeRange },
    scratch: { size: 16 * MiB, inodes: 4096 },
  },
  // n8n's engine with the package's operations, each run several times.
  engine: {
    result: 8 * MiB,
    memory: 640 * MiB,
    heap: 192,
    resources: { core: 0, nofile: 256, nproc: 64, fsize: 16 * MiB, cpu: 120, data: 1024 * MiB + codeRange },
    scratch: { size: 16 * MiB, inodes: 4096 },
  },
  // Linters and TypeScript on hundreds of files. Go reserves much address space, which counts as data.
  tool: {
    result: 32 * MiB,
    memory: 2048 * MiB,
    heap: 2048,
    resources: { core: 0, nofile: 4096, nproc: 256, fsize: 256 * MiB, cpu: 240, data: 8192 * MiB },
    scratch: { size: 512 * MiB, inodes: 32_768 },
  },
};

/** Bytes that a process may print before it is killed, and how many of the last bytes are kept. */
export const outputLimits = { max: MiB, kept: 64 * 1024 };
