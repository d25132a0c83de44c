import { once } from 'node:events';
import { Socket } from 'node:net';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { execa } from 'execa';
import { serviceError } from '../../kernel/errors.ts';
import { processesOf } from '../process-tree.ts';
import { resultDescriptor } from './child-protocol.ts';
import { processorWait } from './processor-wait.ts';
import { readAll } from './read-all.ts';
import { applyNicenessToSession } from './session-niceness.ts';

/** How to start a process. Nothing in it comes from the project. */
export interface Command {
  /** Absolute: there is no PATH. */
  file: string;
  args: readonly string[];
  /** The unprivileged user and group to switch to; our own when absent. */
  uid?: number | undefined;
  /** The seccomp filter for bubblewrap, which then also reports the id of the process. */
  seccomp?: Uint8Array;
}

/** Descriptors from which bubblewrap reads the filter, and to which it writes the id of the process. */
export const startDescriptors = { seccomp: 4, info: 5 } as const;

/** When a signal kills the process, bubblewrap exits with 128 plus its number. */
const signalNames = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));

/** Milliseconds for bubblewrap to report the process id, and to notice the end of the process. */
const bubblewrapTimeout = 500;

/**
 * Milliseconds to read the rest of the output of a process that has ended: descendants may keep the descriptors open. Longer
 * if it ended by itself, for busy machines, than when it is killed.
 */
const drainTimeouts = { ended: 2_000, killed: 100 } as const;

/**
 * Starts a process.
 * @param input the start of its standard input; `finishInput` sends the rest
 * @throws {ServiceError} RUNNER_ERROR when it cannot be started
 */
export async function startChild(command: Command, input: Uint8Array): Promise<StartedChild> {
  const child = spawn(command);
  if (child.pid !== undefined) return new StartedChild(child, command, input);
  const { code = 'unknown error', cause } = await child;
  throw serviceError('RUNNER_ERROR', { reason: `A sandboxed process could not be started (${code})` }, { cause });
}

/** A started process with its descriptors. */
export class StartedChild {
  readonly #child: ReturnType<typeof spawn>;
  readonly #exit: Promise<unknown[]>;
  readonly #namespace: boolean;
  readonly #firstInside: Promise<number | undefined>;

  constructor(child: ReturnType<typeof spawn>, { seccomp }: Command, input: Uint8Array) {
    this.#child = child;
    this.#exit = once(child.nodeChildProcess, 'exit');
    child.stdin.on('error', ignoreError);
    child.stdin.write(input);
    if (seccomp) this.descriptor(startDescriptors.seccomp).on('error', ignoreError).end(seccomp);
    this.#namespace = seccomp !== undefined;
    this.#firstInside = seccomp ? processId(this.descriptor(startDescriptors.info)) : Promise.resolve(undefined);
  }

  /** Sends the rest of the standard input. */
  finishInput(rest: Uint8Array): void {
    this.#child.stdin.end(rest);
  }

  /** Standard output and standard error. */
  get printed(): readonly Readable[] {
    return [this.#child.stdout, this.#child.stderr];
  }

  /** One of the additional descriptors. */
  descriptor(number: number): Socket {
    const stream = this.#child.nodeChildProcess.stdio[number];
    if (!(stream instanceof Socket)) throw new Error(`Descriptor ${number} of the process is not a pipe`);
    return stream;
  }

  /**
   * Resolves when the process has ended and its output has been read. `lost` means that a signal killed bubblewrap itself, which
   * nothing inside of the sandbox can send.
   */
  async ended(
    timeout: number = drainTimeouts.ended,
  ): Promise<{ exitCode: number } | { signal: string } | { lost: true }> {
    const [exitCode, signal] = await this.#exit;
    const open = [...this.printed, this.descriptor(resultDescriptor)].filter((stream) => !stream.closed);
    await Promise.race([Promise.all(open.map((stream) => once(stream, 'close'))), pause(timeout)]);
    // After a long pause of this process, timers fire before input is read: allow for one more turn of the event loop.
    await turn();
    if (typeof signal === 'string') return this.#namespace ? { lost: true } : { signal };
    const inside = this.#namespace ? signalNames.get(Number(exitCode) - 128) : undefined;
    return inside === undefined ? { exitCode: Number(exitCode) } : { signal: inside };
  }

  /** The ids of all its processes, the one of the program last. */
  processes(): number[] {
    const { pid } = this.#child;
    return pid === undefined ? [] : processesOf(pid);
  }

  /** Lets the niceness of its program count beside other sessions; call it repeatedly. */
  applyNiceness(processes = this.processes()): void {
    // Bubblewrap, before the program, has other sessions.
    const program = processes.at(-1);
    if (program !== undefined) applyNicenessToSession(program);
  }

  /** Milliseconds that it has waited for a processor. */
  async processorWait(): Promise<number> {
    const { pid } = this.#child;
    return pid === undefined ? 0 : processorWait(pid);
  }

  /** Kills all its processes; resolves when they are gone. */
  async kill(): Promise<void> {
    // Killing PID 1 of the namespace kills all processes in it, and bubblewrap waits for that. Killing bubblewrap would kill them
    // too, but without a way to wait for their end.
    const first = await Promise.race([this.#firstInside, this.#exit, pause(bubblewrapTimeout)]);
    if (typeof first === 'number' && this.#isAlive) {
      killProcess(first);
      await Promise.race([this.#exit, pause(bubblewrapTimeout)]);
    }
    this.#child.kill('SIGKILL');
    await this.ended(drainTimeouts.killed);
    // A process that has left the group, which only tools can start, must not keep them open.
    for (const stream of this.#child.nodeChildProcess.stdio) stream?.destroy();
    await this.#child;
  }

  get #isAlive(): boolean {
    const { exitCode, signalCode } = this.#child.nodeChildProcess;
    return exitCode === null && signalCode === null;
  }
}

function spawn({ file, args, uid, seccomp }: Command) {
  return execa(file, args, {
    env: {},
    extendEnv: false,
    cwd: '/',
    stdio: seccomp ? ['pipe', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe'] : ['pipe', 'pipe', 'pipe', 'pipe'],
    encoding: 'buffer',
    buffer: false,
    reject: false,
    killDescendants: true,
    forceKillAfterDelay: false,
    ...(uid !== undefined && { uid, gid: uid }),
  });
}

/** For writes to a process that died before it read its input; its exit code says more. */
function ignoreError(): void {}

/** Reads the process id from the information that bubblewrap writes. */
async function processId(info: Readable): Promise<number | undefined> {
  const text = await readAll(info, 4096);
  const [, id] = /"child-pid":\s*(\d+)/.exec(text?.toString('utf8') ?? '') ?? [];
  return id === undefined ? undefined : Number(id);
}

function killProcess(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

function pause(milliseconds: number): Promise<void> {
  return delay(milliseconds, undefined, { ref: false });
}
