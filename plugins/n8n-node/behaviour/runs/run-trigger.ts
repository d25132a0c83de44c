import { traceHead } from '../engine/prepare-node.ts';
import { learnAnswers } from './learn-answers.ts';
import { observeRun, outcomeOf, type Trace } from './observe-run.ts';
import { outputsOf } from './traced-output.ts';

/** Milliseconds that a trigger gets to emit something. */
const emitTimeout = 10 * 60 * 1000;

/** Starts a trigger that listens by itself, waits for what it emits, and stops it. */
export const traceTrigger: Trace = async (operation, type, stage) => {
  const { engine, credentials } = stage;
  const { prepared, plain } = await learnAnswers(
    operation,
    { type, engine, credentials },
    async (one, answering, kind) => {
      const opened = engine.open(one.node, one.type);
      const { run, result } = await observeRun(stage, { kind, items: 0, number: 1, answering }, async () => {
        const emitted = Promise.withResolvers<unknown>();
        const response = await opened.trigger(emitted.resolve);
        const first = await Promise.race([emitted.promise, new Promise((resolve) => setTimeout(resolve, emitTimeout))]);
        const close: unknown = Reflect.get(Object(response), 'closeFunction');
        if (typeof close === 'function') await Reflect.apply(close, response, []);
        return first;
      });
      return { ...run, ...outcomeOf(run, () => outputsOf(result, credentials)) };
    },
  );
  return { ...traceHead(operation, prepared), runs: [plain] };
};
