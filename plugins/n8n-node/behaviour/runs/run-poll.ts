import type { OpenedNode } from '../engine/open-node.ts';
import { traceHead } from '../engine/prepare-node.ts';
import { hasEnded } from '../trace/ending.ts';
import type { Run } from '../trace/trace.ts';
import { type Answers, learnAnswers } from './learn-answers.ts';
import { observeRun, outcomeOf, type Trace } from './observe-run.ts';
import { outputsOf } from './traced-output.ts';

const hour = 60 * 60 * 1000;
/** Between the first poll and the second one. */
const date = '2026-01-15T10:30:00.000Z';

/**
 * Polls three times, an hour apart: before there is anything, when there is something new, and when there is nothing new
 * since then.
 */
export const tracePoll: Trace = async (operation, type, stage) => {
  const poll = async (
    opened: OpenedNode,
    kind: Run['kind'],
    { later, isEmpty = false, ...answers }: Answers & { later: number; isEmpty?: boolean },
  ): Promise<Run> => {
    const answering = { isEmpty, ...answers, known: { ...answers.known, date, hasLists: true } };
    const { run, result } = await observeRun(stage, { kind, items: 0, number: 1, answering, later }, () =>
      opened.poll(),
    );
    return { ...run, ...outcomeOf(run, () => outputsOf(result, stage.credentials)) };
  };
  let opened: OpenedNode | undefined;
  const { prepared, answers, plain } = await learnAnswers(
    operation,
    { type, engine: stage.engine, credentials: stage.credentials },
    async ({ node, type: one }, given, kind) => {
      opened = stage.engine.open(node, one);
      await poll(opened, kind, { ...given, later: 0, isEmpty: true });
      return poll(opened, kind, { ...given, later: hour });
    },
  );
  const runs = [plain];
  if (opened && hasEnded(plain)) runs.push(await poll(opened, 'again', { ...answers, later: 2 * hour }));
  return { ...traceHead(operation, prepared), runs };
};
