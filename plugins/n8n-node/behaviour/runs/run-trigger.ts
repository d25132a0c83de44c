import { traceHead } from '../engine/prepare-node.ts';
import type { SimulatedApi } from '../simulated/api.ts';
import { learnAnswers } from './learn-answers.ts';
import { observeRun, outcomeOf, type Trace } from './observe-run.ts';
import { outputsOf } from './traced-output.ts';

/** Milliseconds that a trigger gets to emit something. */
const emitTimeout = 10 * 60 * 1000;
/** Milliseconds in which a trigger that was stopped may end what it has begun. */
const settleTime = 5000;
/** Milliseconds after which it is believed to have stopped. */
const stopTimeout = 2 * 60 * 60 * 1000;
/** Requests that prove that it has not: a loop may ask once more before it looks. */
const provingRequests = 2;

/** Starts a trigger that listens by itself, waits for what it emits, and stops it. */
export const traceTrigger: Trace = async (operation, type, stage) => {
  const { engine, credentials } = stage;
  const { prepared, plain } = await learnAnswers(
    operation,
    { type, engine, credentials },
    async (one, answering, kind) => {
      const opened = engine.open(one.node, one.type);
      let afterStop = 0;
      const { run, result } = await observeRun(stage, { kind, items: 0, number: 1, answering }, async () => {
        const emitted = Promise.withResolvers<unknown>();
        const response = await opened.trigger(emitted.resolve);
        const first = await Promise.race([emitted.promise, elapsed(emitTimeout)]);
        const close: unknown = Reflect.get(Object(response), 'closeFunction');
        if (typeof close === 'function') await Reflect.apply(close, response, []);
        if (kind === 'plain') afterStop = await requestsAfterStop(stage.api);
        return first;
      });
      return {
        ...run,
        ...(afterStop >= provingRequests && { afterStop }),
        ...outcomeOf(run, () => outputsOf(result, credentials)),
      };
    },
  );
  return { ...traceHead(operation, prepared), runs: [plain] };
};

async function requestsAfterStop(api: SimulatedApi): Promise<number> {
  await elapsed(settleTime);
  const before = api.count();
  // Longer each time: it may ask every second, or every hour.
  for (let wait = settleTime; wait < stopTimeout && api.count() < before + provingRequests; wait *= 2)
    await elapsed(wait);
  return api.count() - before;
}

const elapsed = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
