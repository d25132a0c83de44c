import { once } from 'node:events';
import { Socket } from 'node:net';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { execa } from 'execa';
import { serviceError } from '../../kernel/errors.ts';
import { type Held, heldBy } from '../process-tree.ts';
import { resultDescriptor } from './order.ts';
import { processorWait } from './processor-wait.ts';
import { readAll } from './read-all.ts';

/** How to start a child: nothing of it comes from the project. */
export interface Command {
  /** Absolute: the child has no PATH. */
  file: string;
  args: readonly string[];
  /** Unprivileged user to become first, and its group; ourselves when absent. */
  uid?: number | undefined;
  /** The filter of system calls that bubblewrap is to read; it then also tells the child's process id. */
  seccomp?: Uint8Array;
}

/** Descriptors of a start by bubblewrap: where it reads the filter, and where it writes the child's process id. */
export const startDescriptors = { seccomp: 4, info: 5 } as const;

/** bubblewrap exits with 128 and the number of the signal that its child died of. */
const signalNames = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));

/** Milliseconds that bubblewrap gets to say whom it started, and then to notice the end of it. */
const patience = 500;

/**
 * Milliseconds that a dead child's descriptors are read for: a process that outlived it may hold them open. Long enough
 * for what is already in them to be read on a busy machine, when it ended of itself; short when it is being killed.
 */
const drain = { ended: 2_000, killed: 100 } as const;

/**
 * Starts a child.
 * @param input its standard input
 * @throws {ServiceError} RUNNER_ERROR when it can't be started
 */
export async function startChild(command: Command, input: Uint8Array): Promise<StartedChild> {
  const child = spawn(command);
  if (child.pid !== undefined) return new StartedChild(child, command, input);
  const { code = 'for an unknown reason', cause } = await child;
  throw serviceError('RUNNER_ERROR', { reason: `A sandbox could not be started (${code})` }, { cause });
}

/** A process that was started, its descriptors and its end. */
export class StartedChild {
  readonly #child: ReturnType<typeof spawn>;
  readonly #exit: Promise<unknown[]>;
  readonly #namespace: boolean;
  readonly #firstInside: Promise<number | undefined>;

  constructor(child: ReturnType<typeof spawn>, { seccomp }: Command, input: Uint8Array) {
    this.#child = child;
    this.#exit = once(child.nodeChildProcess, 'exit');
    child.stdin.on('error', leaveToItsExit);
    child.stdin.end(input);
    if (seccomp) this.descriptor(startDescriptors.seccomp).on('error', leaveToItsExit).end(seccomp);
    this.#namespace = seccomp !== undefined;
    this.#firstInside = seccomp ? processId(this.descriptor(startDescriptors.info)) : Promise.resolve(undefined);
  }

  /** Standard output and standard error. */
  get printed(): readonly Readable[] {
    return [this.#child.stdout, this.#child.stderr];
  }

  /** One of the descriptors besides the standard ones. */
  descriptor(number: number): Socket {
    const stream = this.#child.nodeChildProcess.stdio[number];
    if (!(stream instanceof Socket)) throw new Error(`Descriptor ${number} of the child is no pipe`);
    return stream;
  }

  /**
   * Settles when it has ended, of itself or by a signal, and what it had written has been read. `lost` says that the
   * signal came to bubblewrap, which nothing inside can reach.
   */
  async ended(patience: number = drain.ended): Promise<{ exitCode: number } | { signal: string } | { lost: true }> {
    const [exitCode, signal] = await this.#exit;
    const open = [...this.printed, this.descriptor(resultDescriptor)].filter((stream) => !stream.closed);
    await Promise.race([Promise.all(open.map((stream) => once(stream, 'close'))), pause(patience)]);
    // After a long stop of this process its timers come before its input: a turn for that, too.
    await turn();
    if (typeof signal === 'string') return this.#namespace ? { lost: true } : { signal };
    const inside = this.#namespace ? signalNames.get(Number(exitCode) - 128) : undefined;
    return inside === undefined ? { exitCode: Number(exitCode) } : { signal: inside };
  }

  /** What all its processes hold now. */
  held(): Held {
    const { pid } = this.#child;
    return pid === undefined ? { memory: 0, processor: 0 } : heldBy(pid);
  }

  /** Milliseconds for which it has waited for a processor that others had. */
  async processorWait(): Promise<number> {
    const { pid } = this.#child;
    return pid === undefined ? 0 : processorWait(pid);
  }

  /** Kills all its processes that are left; settles when they are gone. */
  async kill(): Promise<void> {
    // The end of a namespace's first process is waited for by bubblewrap, and takes all others in there with it. To kill
    // bubblewrap instead ends them as well, but nobody could tell when.
    const first = await Promise.race([this.#firstInside, this.#exit, pause(patience)]);
    if (typeof first === 'number' && this.#isAlive) {
      killProcess(first);
      await Promise.race([this.#exit, pause(patience)]);
    }
    this.#child.kill('SIGKILL');
    await this.ended(drain.killed);
    // A process that left the group, which only a tool of ours could start, must not hold these open.
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

/** Of a child that died before it had read what it is given. */
function leaveToItsExit(): void {}

/** The child's process id, out of what bubblewrap says about it. */
async function processId(info: Readable): Promise<number | undefined> {
  const said = await readAll(info, 4096);
  const [, id] = /"child-pid":\s*(\d+)/.exec(said?.toString('utf8') ?? '') ?? [];
  return id === undefined ? undefined : Number(id);
}

function killProcess(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It was gone already.
  }
}

function pause(milliseconds: number): Promise<void> {
  return delay(milliseconds, undefined, { ref: false });
}
