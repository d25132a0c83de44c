import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Value } from 'typebox/value';
import { Watched, type Watching } from './watching-shapes.ts';

/** Streams the log of a run to many watchers on another thread. @throws {Error} if a log is incomplete */
export async function watchInThread(watching: Watching): Promise<Watched> {
  const thread = new Worker(new URL('./watching-thread.ts', import.meta.url), { workerData: watching });
  // Both reject if the thread throws. The thread may exit in the turn in which its message arrives.
  const [[watched]]: [unknown[], unknown] = await Promise.all([once(thread, 'message'), once(thread, 'exit')]);
  return Value.Parse(Watched, watched);
}
