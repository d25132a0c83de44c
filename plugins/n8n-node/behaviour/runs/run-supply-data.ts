import { type Prepared, traceHead } from '../engine/prepare-node.ts';
import { hasEnded } from '../trace/ending.ts';
import type { Run } from '../trace/run.ts';
import { learnAnswers } from './learn-answers.ts';
import type { Answers, Learned } from './learned.ts';
import { observeRun, type RunOptions, type Trace } from './observe-run.ts';
import { useSupplied } from './use-supplied.ts';
import { zeroReplaced } from './zero-values.ts';

/**
 * Asks a node for the model, the memory or the tool that it supplies to an agent, and uses it as an agent does. Where it cannot
 * be used here, as responses are made up, it is only asked for.
 */
export const traceSupplyData: Trace = async (operation, type, stage) => {
  const { engine, credentials, outcomes } = stage;
  const supply = async (
    one: Prepared,
    answering: Answers,
    kind: Run['kind'],
    isUsed: boolean,
    hear?: RunOptions['hear'],
  ): Promise<Run> => {
    const opened = engine.open(one.node, one.type);
    const { run, result } = await observeRun(
      stage,
      { kind, items: 1, number: 1, answering, ...(hear && { hear }) },
      async () => {
        const supplied: unknown = Reflect.get(Object(await opened.supplyData()), 'response');
        if (isUsed) await useSupplied(supplied);
        return nameOf(supplied);
      },
    );
    return { ...run, ...(hasEnded(run) && { count: 1, returned: String(result) }) };
  };
  const learn = (isUsed: boolean): Promise<Learned> =>
    learnAnswers(operation, { type, engine, credentials, outcomes }, (one, given, kind) =>
      supply(one, given, kind, isUsed),
    );
  const used = await learn(true);
  if (!hasEnded(used.plain) || used.plain.requests.length === 0) {
    const { prepared, plain } = await learn(false);
    return { ...traceHead(operation, prepared), runs: [plain] };
  }
  const { prepared, answers, plain } = used;
  const again = (one: Prepared, hear: RunOptions['hear']) => supply(one, answers, 'fields', true, hear);
  const replaced = await zeroReplaced(operation, type, { prepared, engine, again });
  return {
    ...traceHead(operation, prepared),
    runs: [plain],
    ...(replaced.length > 0 && { zeroReplaced: replaced }),
  };
};

/** `DynamicTool`, `function`, `string`. */
function nameOf(supplied: unknown): string {
  if (Array.isArray(supplied)) return 'array';
  if (typeof supplied !== 'object' || supplied === null) return supplied === undefined ? 'nothing' : typeof supplied;
  const { name }: { name?: unknown } = Object(Reflect.get(supplied, 'constructor'));
  return typeof name === 'string' && name !== '' ? name.slice(0, 30) : 'object';
}
