import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { siblingModule } from '../kernel/sibling-module.ts';
import { memoryOf, usageOf } from '../runner/process-tree.ts';
import * as guards from './guards.ts';
import { judgeEnvironment } from './judge-environment.ts';
import type { JudgeMessage } from './judge-message.ts';
import { type JudgeRequest, judgeDescriptors } from './judge-request.ts';

/** MiB of JavaScript's heap: a thousand nodes take a third of it. */
export const heapLimit = 1024;

/** MiB of all its memory, that outside of the heap too; and of it and its sandboxes together. */
export const memoryLimits = { own: heapLimit + 512, all: 4096 };

/** Bytes of one line that a judge says, at most. */
const lineLimit = { bounded: 32 * 1024 * 1024, unbounded: 256 * 1024 * 1024 };

/** Bytes of what it prints that are remembered. */
const printedLimit = 64 * 1024;

/** How the process ended: by itself, by a signal, or it could not be started. */
export type JudgeEnd = { exitCode: number } | { signal: NodeJS.Signals } | { failed: Error };

/** The process of a judge, in a group of its own: what it says line by line, and its end. */
export class JudgeProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<JudgeEnd>;
  #printed = '';

  constructor() {
    const program = fileURLToPath(siblingModule(import.meta.url, 'judge-program'));
    // V8's nursery grows to its full size at once: a short life in which much is made.
    const flags = [`--max-old-space-size=${heapLimit}`, '--semi-space-growth-factor=16'];
    const { promise, resolve } = Promise.withResolvers<JudgeEnd>();
    this.#ended = promise;
    this.#child = spawn(process.execPath, [...flags, program], {
      env: judgeEnvironment(),
      stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
      detached: true,
    });
    this.#child.once('error', (failed) => resolve({ failed }));
    this.#child.once('exit', (exitCode, signal) => resolve(signal === null ? { exitCode: exitCode ?? 1 } : { signal }));
    for (const stream of this.#streams) stream.on('error', leaveToItsEnd);
    // A pipe that nobody reads would stop whoever prints.
    this.#child.stdout?.resume();
    this.#child.stderr?.on('data', (chunk) => {
      this.#printed = (this.#printed + chunk).slice(-printedLimit);
    });
    this.#hold(false);
  }

  get alive(): boolean {
    return this.#child.pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** MiB that it holds, or it and all that it started. Linux; 0 elsewhere. */
  held(of: keyof typeof memoryLimits): number {
    const { pid } = this.#child;
    if (pid === undefined || !this.alive) return 0;
    return (of === 'own' ? memoryOf(pid) : usageOf(pid).memory) / 2 ** 20;
  }

  /** The end of what it printed to standard error. */
  get printed(): string {
    return this.#printed;
  }

  /** What it prints to standard output: of plugins, for none of our own code does. */
  get output(): Readable | null {
    return this.#child.stdout;
  }

  /** Gives it its order, once; from now on it keeps this process. */
  order(order: JudgeRequest): void {
    this.#hold(true);
    this.#child.stdin?.write(`${JSON.stringify(order)}\n`);
  }

  cancel(): void {
    this.#child.stdin?.write('\n');
  }

  /**
   * Calls with each line that it says, and once with undefined for one that is none of a judge's or is too long.
   * @param bounded whether the order was
   */
  listen(bounded: boolean, heard: (said: JudgeMessage | undefined) => void): void {
    const limit = bounded ? lineLimit.bounded : lineLimit.unbounded;
    let pending: Buffer[] = [];
    let size = 0;
    const stream = this.#pipe(judgeDescriptors.said);
    const refuse = () => {
      stream?.removeAllListeners('data').resume();
      heard(undefined);
    };
    stream?.on('data', (chunk: Buffer) => {
      let from = 0;
      for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
        pending.push(chunk.subarray(from, end));
        from = end + 1;
        const said = readLine(Buffer.concat(pending));
        pending = [];
        size = 0;
        if (!said) return refuse();
        heard(said);
      }
      pending.push(chunk.subarray(from));
      size += chunk.length - from;
      if (size > limit) refuse();
    });
  }

  /** Settles when it has ended and everything that it said was read. */
  async end(): Promise<JudgeEnd> {
    // Nobody else may be there to keep us until then.
    this.#hold(true);
    const end = await this.#ended;
    const said = this.#pipe(judgeDescriptors.said);
    if ('failed' in end || !said || said.closed) return end;
    said.resume();
    await Promise.race([once(said, 'close'), this.#closing()]);
    return end;
  }

  /** Kills it with all that it started. */
  kill(): void {
    const { pid } = this.#child;
    if (pid === undefined || !this.alive) return;
    try {
      if (process.platform !== 'win32') process.kill(-pid, 'SIGKILL');
    } catch {
      // It ended meanwhile.
    }
    this.#child.kill('SIGKILL');
  }

  /** Lets go of what is left of its descriptors; it has ended. */
  release(): void {
    for (const stream of this.#streams) stream.destroy();
  }

  /** A process that outlived it may hold its descriptor open: that is not waited for. */
  async #closing(): Promise<void> {
    const { setTimeout: delay } = await import('node:timers/promises');
    await delay(1_000, undefined, { ref: false });
  }

  /** None where it could not be started for lack of descriptors. */
  get #streams(): Socket[] {
    return Object.values(this.#child.stdio ?? []).filter((stream) => stream instanceof Socket);
  }

  #pipe(number: number): Socket | undefined {
    const stream = this.#child.stdio?.[number];
    return stream instanceof Socket ? stream : undefined;
  }

  #hold(hold: boolean): void {
    const method = hold ? 'ref' : 'unref';
    this.#child[method]();
    for (const stream of this.#streams) stream[method]();
    // Nothing ever comes from there.
    this.#pipe(judgeDescriptors.parent)?.unref();
  }
}

function readLine(bytes: Buffer): JudgeMessage | undefined {
  try {
    const said: unknown = JSON.parse(bytes.toString());
    return guards.judgeMessage.is(said) ? said : undefined;
  } catch {
    return undefined;
  }
}

/** Of a process that could not be started, or died before it had read what it is told. */
function leaveToItsEnd(): void {}
