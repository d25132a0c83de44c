import { constants } from 'node:os';
import type { SandboxJob } from '../../kernel/sandbox.ts';
import {
  type Architecture,
  architectures,
  numberOf,
  refusedToAll,
  refusedToUntrusted,
  type SystemCall,
} from './system-calls.ts';

// Classic BPF over struct seccomp_data; https://www.kernel.org/doc/html/latest/userspace-api/seccomp_filter.html
const operation = { load: 0x20, ifEqual: 0x15, ifAtLeast: 0x35, ifAnyBit: 0x45, and: 0x54, answer: 0x06 };
const offset = { number: 0, architecture: 4, firstArgument: 16, fourthArgument: 40 };
const { EPERM, ENOSYS } = constants.errno;
const allow = 0x7fff_0000;
const killProcess = 0x8000_0000;
const refuse = (errno: number) => 0x0005_0000 | errno;

/** Set for calls of the x32 ABI, whose numbers the filter does not know. */
const x32Bit = 0x4000_0000;

/** Flags of clone(2), linux/sched.h. */
const thread = 0x0001_0000;
const newNamespaces = 0x0002_0000 | 0x0200_0000 | 0x0400_0000 | 0x0800_0000 | 0x1000_0000 | 0x2000_0000 | 0x4000_0000;

/** prctl(2): a process that clears it could outlive its parent. */
const setParentDeathSignal = 1;

/** Flags of mmap(2): shared anonymous memory, which no resource limit counts. */
const sharedAnonymous = 0x01 | 0x20;

/** One instruction; `yes` and `no` are the numbers of instructions to skip. */
interface Instruction {
  operation: number;
  value: number;
  yes?: number;
  no?: number;
}

const load = (value: number): Instruction => ({ operation: operation.load, value });
const answer = (value: number): Instruction => ({ operation: operation.answer, value });

/**
 * The seccomp filter of a profile: allows all system calls except those that `system-calls.ts` lists. Untrusted programs can
 * create threads, but no processes.
 * @returns instructions in the byte order of the processor; both supported ones are little-endian
 */
export function seccompFilter(profile: SandboxJob['profile'], architecture: Architecture): Uint8Array {
  const refused = profile !== 'tool' ? [...refusedToAll, ...refusedToUntrusted] : refusedToAll;
  const when = (call: SystemCall, body: Instruction[]): Instruction[] => {
    const value = numberOf(call, architecture);
    return value === undefined ? [] : [{ operation: operation.ifEqual, value, no: body.length }, ...body];
  };
  return encode([
    load(offset.architecture),
    { operation: operation.ifEqual, value: architectures[architecture].audit, yes: 1 },
    answer(killProcess),
    load(offset.number),
    ...(architecture === 'x64'
      ? [{ operation: operation.ifAtLeast, value: x32Bit, no: 1 }, answer(refuse(ENOSYS))]
      : []),
    ...refused.flatMap((call) => when(call, [answer(refuse(EPERM))])),
    // Filters cannot inspect its flags, which are behind a pointer; after ENOSYS, libraries fall back to clone.
    ...when('clone3', [answer(refuse(ENOSYS))]),
    ...when('clone', [
      load(offset.firstArgument),
      { operation: operation.ifAnyBit, value: newNamespaces, no: 1 },
      answer(refuse(EPERM)),
      ...(profile !== 'tool' ? [{ operation: operation.ifAnyBit, value: thread, yes: 1 }, answer(refuse(EPERM))] : []),
      answer(allow),
    ]),
    ...when('prctl', [
      load(offset.firstArgument),
      { operation: operation.ifEqual, value: setParentDeathSignal, no: 1 },
      answer(refuse(EPERM)),
      answer(allow),
    ]),
    ...when('mmap', [
      load(offset.fourthArgument),
      { operation: operation.and, value: sharedAnonymous },
      { operation: operation.ifEqual, value: sharedAnonymous, no: 1 },
      answer(refuse(EPERM)),
      answer(allow),
    ]),
    answer(allow),
  ]);
}

/** struct sock_filter: a 16-bit operation, two 8-bit jumps, a 32-bit value. */
function encode(instructions: readonly Instruction[]): Uint8Array {
  const bytes = Buffer.alloc(instructions.length * 8);
  for (const [index, { operation, value, yes = 0, no = 0 }] of instructions.entries()) {
    bytes.writeUInt16LE(operation, index * 8);
    bytes.writeUInt8(yes, index * 8 + 2);
    bytes.writeUInt8(no, index * 8 + 3);
    bytes.writeUInt32LE(value, index * 8 + 4);
  }
  return bytes;
}
