/**
 * The thread in which a package's code runs. It can reach its judge only through memory that only this module holds.
 * What it needs after code of the project has run, it saves before.
 */
import { AsyncResource } from 'node:async_hooks';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';
import { closeDoors } from './closed-doors.ts';
import type { ThreadInput } from './load-input.ts';
import type { FileOutput } from './load-output.ts';
import { type LoadTask, prepareLoading } from './loading.ts';
import { answers, beats, describedLimit, places, type ThreadReport, viewOf } from './thread-memory.ts';
import { isDescribed, withoutDescription } from './without-description.ts';

const { memory, project, kit, input, compileCache }: ThreadInput = workerData;
if (compileCache !== undefined) enableCompileCache(compileCache);
const { state, bytes } = viewOf(memory);
const { store, notify, waitAsync } = Atomics;
const { stringify } = JSON;
const { apply } = Reflect;
const { set } = Object.getPrototypeOf(Uint8Array.prototype);
const encoder = new TextEncoder();
const encode = encoder.encode.bind(encoder);

const task: LoadTask = prepareLoading({ project, kit }, input, closeDoors);

const say = (place: number, value: number) => {
  store(state, place, value);
  notify(state, place);
};
for (let beat = 0; beat < beats; beat++) {
  const { value } = waitAsync(state, places.ask + beat, 0);
  void Promise.resolve(value).then(() => {
    // Not reached while the event loop is blocked.
    const isChanged = task.restore().length > 0;
    if (input.warmUp && beat === beats - 1) flushCompileCache();
    say(places.answer + beat, isChanged ? answers.changed : answers.turns);
  });
}
// Keeps the thread alive until it is asked.
setInterval(() => {}, 1_000_000);

// In another turn than the message that started this thread, whose call stack leads to ports.
new AsyncResource('load').runInAsyncScope(() => {
  const described: ThreadReport['described'] = [];
  let end = 0;
  // Written at once, so that only one copy of a description is in memory besides the node itself.
  const keep = (file: FileOutput): FileOutput => {
    if (!isDescribed(file)) return file;
    const { index, node, credential } = file;
    const written = encode(stringify({ index, node, credential }));
    if (end + written.length <= describedLimit) {
      apply(set, bytes, [written, end]);
      end += written.length;
      described.push({ start: end - written.length, end });
    }
    return withoutDescription(file);
  };
  const report: ThreadReport = { output: task.load(keep), described };
  const written = encode(stringify(report));
  const fits = end + written.length <= bytes.length;
  if (fits) apply(set, bytes, [written, end]);
  store(state, places.described, end);
  say(places.report, fits ? written.length : -1);
});
