import { traceHead } from '../engine/prepare-node.ts';
import { hasEnded } from '../trace/ending.ts';
import { learnAnswers } from './learn-answers.ts';
import { observeRun, type Trace } from './observe-run.ts';

/** Asks a node for the model, the memory or the tool that it supplies to an agent. */
export const traceSupplyData: Trace = async (operation, type, stage) => {
  const { engine, credentials } = stage;
  const { prepared, plain } = await learnAnswers(
    operation,
    { type, engine, credentials },
    async (one, answering, kind) => {
      const opened = engine.open(one.node, one.type);
      const { run, result } = await observeRun(stage, { kind, items: 1, number: 1, answering }, () =>
        opened.supplyData(),
      );
      return { ...run, ...(hasEnded(run) && { count: 1, returned: nameOf(Reflect.get(Object(result), 'response')) }) };
    },
  );
  return { ...traceHead(operation, prepared), runs: [plain] };
};

/** `DynamicTool`, `function`, `string`. */
function nameOf(supplied: unknown): string {
  if (Array.isArray(supplied)) return 'array';
  if (typeof supplied !== 'object' || supplied === null) return supplied === undefined ? 'nothing' : typeof supplied;
  const { name }: { name?: unknown } = Object(Reflect.get(supplied, 'constructor'));
  return typeof name === 'string' && name !== '' ? name.slice(0, 30) : 'object';
}
