/** The thread that interrupts work which blocks the main thread; see interruptible.ts. */
import { type Debugger, Session } from 'node:inspector/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { stopwatch } from '../kernel/stopwatch.ts';
import type { Interrupted, Watched } from './interruptible.ts';

const { beats, interval, limit, current }: Watched = workerData;
const view = new Int32Array(beats);

let beat: number | undefined;
let silence = stopwatch();
let isInterrupted = false;

// It also keeps this thread alive, which an open session does not.
setInterval(() => {
  const now = Atomics.load(view, 0);
  if (now !== beat) {
    beat = now;
    silence = stopwatch();
    isInterrupted = false;
  } else if (!isInterrupted && silence.isPast(limit)) {
    isInterrupted = true;
    void interrupt();
  }
}, interval);

/** Pauses the main thread, and ends what it is doing if that is interruptible work. */
async function interrupt(): Promise<void> {
  const session = new Session();
  session.connectToMainThread();
  const scripts = new Map<string, string>();
  session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => scripts.set(scriptId, url));
  const paused = Promise.withResolvers<Debugger.PausedEventDataType>();
  session.once('Debugger.paused', ({ params }) => paused.resolve(params));
  await session.post('Debugger.enable');
  await session.post('Debugger.pause');
  const { callFrames } = await paused.promise;
  const { result } = await session.post('Debugger.evaluateOnCallFrame', {
    callFrameId: callFrames[0]?.callFrameId ?? '',
    expression: `globalThis[Symbol.for(${JSON.stringify(current)})]()`,
    returnByValue: true,
  });
  const id: unknown = result.value;
  if (typeof id === 'number') tell({ id, ...placeOf(callFrames, scripts) });
  await session.post('Debugger.resume', { terminateOnResume: typeof id === 'number' });
  await session.post('Debugger.disable');
  session.disconnect();
}

const tell = (work: Interrupted) => parentPort?.postMessage(work);

/** The innermost place that is not in Node.js. */
function placeOf(frames: readonly Debugger.CallFrame[], scripts: ReadonlyMap<string, string>): Pick<Interrupted, 'at'> {
  const places = frames.map(({ location: { scriptId, lineNumber } }) => ({
    url: scripts.get(scriptId) ?? '',
    line: lineNumber + 1,
  }));
  const at = places.find(({ url }) => url.startsWith('file:'));
  return at ? { at } : {};
}
