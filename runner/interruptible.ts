import { AsyncLocalStorage } from 'node:async_hooks';
import { basename } from 'node:path/posix';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { siblingModule } from '../kernel/sibling-module.ts';

/** Milliseconds of processor time, and of the clock, that code may keep this thread from everything else. */
const blockingLimit = { processor: 5000, wall: 60_000 };

/** Milliseconds between signs of life of this thread. */
const interval = 250;

/** What the thread that watches this one is started with. */
export interface Watched {
  /** One 32-bit number, which changes while this thread is not blocked. */
  beats: SharedArrayBuffer;
  interval: number;
  limit: typeof blockingLimit;
  /** Key of the global function that returns the ID of the running work. */
  current: string;
}

/** The work that was interrupted. */
export interface Interrupted {
  id: number;
  /** Where its code was: URL of a module, and line. */
  at?: { url: string; line: number };
}

const current = new AsyncLocalStorage<number>();
const stops = new Map<number, (error: Error) => void>();
let count = 0;
let isWatched = false;

/** Thrown by work that blocked this thread; the message has the place in its code. */
export class BlockedThread extends Error {
  constructor({ at }: Interrupted) {
    const place = at ? ` (${basename(at.url)}:${at.line})` : '';
    super(`the event loop was blocked for more than ${blockingLimit.processor / 1000} s${place}`);
    // That of this code says nothing.
    this.stack = this.message;
  }
}

/**
 * Runs code of a plugin. After a call of `interruptBlocking`, it is interrupted if it blocks this thread, for example in an
 * endless loop.
 * @throws {BlockedThread} if it was interrupted
 */
export async function interruptible<T>(run: () => Promise<T>): Promise<T> {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const id = ++count;
  stops.set(id, reject);
  try {
    // On a stack of its own: an interruption also ends all functions that called what it interrupts.
    return await Promise.race([setImmediate().then(() => current.run(id, run)), stopped]);
  } finally {
    stops.delete(id);
  }
}

/** From now on, another thread interrupts work that blocks this one, with V8's debugger. All other work goes on. */
export function interruptBlocking(): void {
  if (isWatched) return;
  isWatched = true;
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const key = 'verify-service: running work';
  Reflect.set(globalThis, Symbol.for(key), () => current.getStore());
  const workerData: Watched = { beats, interval, limit: blockingLimit, current: key };
  // It prints nothing; without these, its output is bound to that of this process, which programs may have replaced.
  const output = { stdout: true, stderr: true };
  const thread = new Worker(siblingModule(import.meta.url, 'interrupt-worker'), { workerData, ...output });
  thread.on('message', (work: Interrupted) => stops.get(work.id)?.(new BlockedThread(work)));
  thread.unref();
  const view = new Int32Array(beats);
  setInterval(() => Atomics.add(view, 0, 1), interval).unref();
}
