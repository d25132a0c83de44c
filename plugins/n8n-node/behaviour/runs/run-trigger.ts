import { traceHead } from '../engine/prepare-node.ts';
import type { SimulatedApi } from '../simulated/api.ts';
import { learnAnswers } from './learn-answers.ts';
import { observeRun, outcomeOf, type Trace } from './observe-run.ts';
import { outputsOf } from './traced-output.ts';

/** Milliseconds that a trigger gets to emit something. */
const emitTimeout = 10 * 60 * 1000;
/** Milliseconds in which a trigger that was stopped, or a round of its requests, ends. */
const settleTime = 5000;
/** Requests after which a trigger that has emitted nothing is stopped; a run may send 200 in all. */
const mostUnused = 50;
/** Requests that show that a trigger is not at its end, however soon they come. */
const mostOfRound = 30;
/** Milliseconds between two looks at the number of requests. */
const step = 100;
/** Milliseconds of the last wait for a trigger that was stopped: it may ask every hour. */
const longestWait = 2 * 60 * 60 * 1000;

/** Starts a trigger that listens by itself, waits for what it emits, and stops it. */
export const traceTrigger: Trace = async (operation, type, stage) => {
  const { engine, credentials } = stage;
  const { prepared, plain } = await learnAnswers(
    operation,
    { type, engine, credentials },
    async (one, answering, kind) => {
      const opened = engine.open(one.node, one.type);
      let goesOn: boolean | undefined;
      const { run, result } = await observeRun(stage, { kind, items: 0, number: 1, answering }, async () => {
        const emitted = Promise.withResolvers<unknown>();
        const response = await opened.trigger(emitted.resolve);
        const first = await Promise.race([emitted.promise, elapsedOrAsked(emitTimeout, stage.api, mostUnused)]);
        const close: unknown = Reflect.get(Object(response), 'closeFunction');
        if (typeof close === 'function') await Reflect.apply(close, response, []);
        if (kind === 'plain') goesOn = await goesOnAfterStop(stage.api);
        return first;
      });
      return {
        ...run,
        ...(goesOn && { goesOn }),
        ...outcomeOf(run, () => outputsOf(result, credentials)),
      };
    },
  );
  return { ...traceHead(operation, prepared), runs: [plain] };
};

/** Whether it sends requests after it was stopped. It may do one round more before it looks whether it is to end. */
async function goesOnAfterStop(api: SimulatedApi): Promise<boolean> {
  await elapsedOrAsked(settleTime, api, mostOfRound);
  let before = api.count();
  let isSecond = false;
  // Longer each time: it may ask every second, or every hour.
  for (let wait = settleTime; wait < longestWait; wait *= 2) {
    await elapsedOrAsked(wait, api, mostOfRound);
    if (api.count() === before) continue;
    if (isSecond) return true;
    isSecond = true;
    await elapsedOrAsked(settleTime, api, mostOfRound);
    before = api.count();
  }
  return false;
}

/** Ends after a time, or after a number of requests. */
async function elapsedOrAsked(milliseconds: number, api: SimulatedApi, requests: number): Promise<void> {
  const before = api.count();
  // Waits are longer where nothing is asked, so that a day takes few steps.
  for (let passed = 0, wait = step; passed < milliseconds && api.count() - before < requests; passed += wait) {
    wait = Math.min(Math.max(step, Math.ceil(passed / 10)), milliseconds - passed);
    await elapsed(wait);
  }
}

const elapsed = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
