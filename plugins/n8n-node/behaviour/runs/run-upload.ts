import type { Prepared } from '../engine/prepare-node.ts';
import { hasEnded } from '../trace/ending.ts';
import { fileMark, parameterOf } from '../trace/marks.ts';
import type { Run } from '../trace/run.ts';
import type { Answers } from './learned.ts';
import type { Stage } from './observe-run.ts';
import { oneRun } from './one-run.ts';

/** Types of files that are no text, by extension: what a node takes may depend on it. */
const extensions = ['pdf', 'png'] as const;

/** Runs an operation that sends the file of its item with one that is no text, unless it had such a file already. */
export async function runUpload(
  ways: readonly { prepared: Prepared; run: Run }[],
  answers: Answers,
  stage: Stage,
): Promise<Run | undefined> {
  const way = ways.find(({ run }) => run.requests.some(({ marks }) => marks.some(isOfFile)));
  if (!way || way.run.requests.some(({ hasFile, flaws = [] }) => hasFile || flaws.includes('decoded')))
    return undefined;
  const { prepared } = way;
  for (const file of extensions) {
    const one = { ...prepared, wishes: { ...prepared.wishes, file } };
    const run = await oneRun(one, { kind: 'upload', items: [0], number: 5, ...answers }, stage);
    if (hasEnded(run)) return run;
  }
  return undefined;
}

const isOfFile = (mark: string) => parameterOf(mark) === fileMark;
