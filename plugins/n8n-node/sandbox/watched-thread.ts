import { writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** MiB of the thread. Without it, V8 reserves more memory for code than the sandbox allows in all. */
const heapLimit = 320;
const codeLimit = 64;

/** Bytes of the output of all threads that are forwarded: the sandbox ends a process that prints more than 1 MiB. */
let unprinted = 512 * 1024;

/** Starts a supervised thread for code of the package. The start of its output is forwarded. */
export function startWatchedThread(module: URL, workerData: object): Worker {
  const thread = new Worker(module, {
    workerData,
    // Standard output of this process stays synchronous.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapLimit, codeRangeSizeMb: codeLimit },
  });
  for (const [stream, descriptor] of [
    [thread.stdout, 1],
    [thread.stderr, 2],
  ] as const)
    stream.on('data', (chunk: Buffer) => {
      if (unprinted > 0) writeSync(descriptor, chunk.subarray(0, unprinted));
      unprinted -= chunk.length;
    });
  return thread;
}

/** How many milliseconds of the clock one of the processor may take, on a machine that has others to run. */
export const busy = 6;

/** The error of a thread, in at most 500 characters. */
export function threadFailure(error: unknown): string {
  const { code, message } = Object(error);
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'out of memory' : String(message ?? error).slice(0, 500);
}
