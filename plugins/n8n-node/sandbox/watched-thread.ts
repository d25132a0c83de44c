import { writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** MiB of the thread. Without a limit of its own V8 reserves more for code than the sandbox allows for everything. */
const heapLimit = 320;
const codeLimit = 64;

/** Starts a thread that runs code of the package, to be watched from here. What it prints goes on from here. */
export function startWatchedThread(module: URL, workerData: object): Worker {
  const thread = new Worker(module, {
    workerData,
    // Standard output itself stays as it is, one that waits for who reads it.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapLimit, codeRangeSizeMb: codeLimit },
  });
  for (const [stream, descriptor] of [
    [thread.stdout, 1],
    [thread.stderr, 2],
  ] as const)
    stream.on('data', (chunk: Buffer) => writeSync(descriptor, chunk));
  return thread;
}

/** Milliseconds since its start, by the clock and of the processor: of a busy machine, a thread may have had little. */
export function stopwatch() {
  const [started, before] = [performance.now(), process.cpuUsage()];
  const processor = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  return {
    processor,
    isPast: (limit: { wall: number; processor: number }): boolean =>
      performance.now() - started > limit.wall || processor() > limit.processor,
  };
}

/** Why a thread failed, in at most 500 characters. */
export function threadFailure(error: unknown): string {
  const { code, message } = Object(error);
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'out of memory' : String(message ?? error).slice(0, 500);
}
