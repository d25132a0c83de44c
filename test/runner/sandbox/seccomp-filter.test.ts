import { describe, expect, test } from 'vitest';
import { seccompFilter } from '../../../runner/sandbox/seccomp-filter.ts';
import { architectures, numberOf, type SystemCall } from '../../../runner/sandbox/system-calls.ts';
import { runFilter } from './run-filter.ts';

const allowed = 0x7fff_0000;
const notPermitted = 0x0005_0001;
const notImplemented = 0x0005_0026;
const killed = 0x8000_0000;

// What a C compiler makes of pthread_create and of fork.
const newThread = 0x003d_0f00;
const newProcess = 0x0120_0011;
const newUserNamespace = 0x1000_0011;

/** read, write, mmap, futex, execve, exit_group: nothing runs without them. */
const everyday = { x64: [0, 1, 9, 202, 59, 231], arm64: [63, 64, 222, 98, 221, 94] } as const;

describe.each(['x64', 'arm64'] as const)('the filter of system calls for %s', (architecture) => {
  const { audit } = architectures[architecture];
  const verdict = (profile: 'tool' | 'untrusted', number: number | undefined, firstArgument = 0) =>
    number === undefined
      ? undefined
      : runFilter(seccompFilter(profile, architecture), { number, architecture: audit, firstArgument });
  const of = (profile: 'tool' | 'untrusted', call: SystemCall, firstArgument?: number) =>
    verdict(profile, numberOf(call, architecture), firstArgument);

  test.each(['tool', 'untrusted'] as const)('lets every day calls through: %s', (profile) => {
    for (const number of everyday[architecture]) expect(verdict(profile, number)).toBe(allowed);
  });

  test.each([
    'socket',
    'connect',
    'ptrace',
    'io_uring_setup',
    'bpf',
    'keyctl',
    'mount',
    'unshare',
    'setns',
    'listmount',
    'statmount',
  ] as const)('refuses %s to all', (call) => {
    expect(of('tool', call)).toBe(notPermitted);
    expect(of('untrusted', call)).toBe(notPermitted);
  });

  test.each(['memfd_create', 'process_vm_readv', 'userfaultfd', 'shmget'] as const)('refuses %s to all', (call) => {
    expect(of('tool', call)).toBe(notPermitted);
    expect(of('untrusted', call)).toBe(notPermitted);
  });

  test('lets a tool start processes, and the untrusted threads only', () => {
    expect(of('tool', 'clone', newProcess)).toBe(allowed);
    expect(of('untrusted', 'clone', newProcess)).toBe(notPermitted);
    expect(of('tool', 'clone', newThread)).toBe(allowed);
    expect(of('untrusted', 'clone', newThread)).toBe(allowed);
    expect(of('tool', 'socketpair')).toBe(allowed);
    expect(of('untrusted', 'socketpair')).toBe(notPermitted);
    if (architecture === 'x64') expect([of('tool', 'fork'), of('untrusted', 'fork')]).toEqual([allowed, notPermitted]);
  });

  test('rejects new namespaces, and clone3, whose flags it cannot see', () => {
    expect(of('tool', 'clone', newUserNamespace)).toBe(notPermitted);
    expect(of('untrusted', 'clone', newUserNamespace)).toBe(notPermitted);
    expect(of('tool', 'clone3')).toBe(notImplemented);
    expect(of('untrusted', 'clone3')).toBe(notImplemented);
  });

  test('lets no child stop dying with its parent', () => {
    expect(of('tool', 'prctl', 1)).toBe(notPermitted);
    expect(of('untrusted', 'prctl', 15)).toBe(allowed);
  });

  test('refuses memory that processes share, which counts towards no limit', () => {
    const [shared, anonymous, own] = [0x01, 0x20, 0x02];
    const map = (fourthArgument: number) => {
      const call = { number: numberOf('mmap', architecture) ?? 0, architecture: audit, fourthArgument };
      return runFilter(seccompFilter('tool', architecture), call);
    };
    expect([shared | anonymous, shared | anonymous | 0x4000].map(map)).toEqual([notPermitted, notPermitted]);
    expect([shared, own, own | anonymous, own | anonymous | 0x4000].map(map)).toEqual(Array(4).fill(allowed));
  });

  test('kills who calls by another convention', () => {
    const call = { number: 1, architecture: 0x4000_0003 };
    expect(runFilter(seccompFilter('untrusted', architecture), call)).toBe(killed);
  });

  test('is small enough for the kernel', () => {
    expect(seccompFilter('untrusted', architecture).byteLength / 8).toBeLessThan(4096);
  });
});

test('the 32-bit numbers of x86_64 are no way around', () => {
  const call = { number: 0x4000_0000 + 41, architecture: architectures.x64.audit };
  expect(runFilter(seccompFilter('tool', 'x64'), call)).toBe(notImplemented);
});
