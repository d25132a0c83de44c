import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Value } from 'typebox/value';
import { Watched, type Watching } from './watching-shapes.ts';

/** Watches a run to its end, many times at once, on another thread. @throws {Error} when a log was not complete */
export async function watchInThread(watching: Watching): Promise<Watched> {
  const thread = new Worker(new URL('./watching-thread.ts', import.meta.url), { workerData: watching });
  // Both reject with what the thread has thrown. It may exit in the turn in which its message comes.
  const [[watched]]: [unknown[], unknown] = await Promise.all([once(thread, 'message'), once(thread, 'exit')]);
  return Value.Parse(Watched, watched);
}
