import { usualShapes } from '../simulated/answers.ts';
import { hasAskedList, holdsList, newShape } from '../simulated/recorder.ts';
import { hasEnded } from '../trace/ending.ts';
import type { Learned } from './learned.ts';
import type { Stage } from './observe-run.ts';
import { oneRun } from './one-run.ts';

/**
 * Whether an operation that sends its requests and succeeds outputs nothing, whatever the API answers. Of one that reads a list,
 * nobody knows: none of its entries may be what it looks for.
 */
export async function outputsNothing(
  { prepared, answers, plain }: Pick<Learned, 'prepared' | 'answers' | 'plain'>,
  stage: Stage,
): Promise<boolean> {
  if (!hasEnded(plain) || plain.count > 0 || plain.shapeless || plain.waits || plain.requests.length === 0)
    return false;
  if ([...answers.shapes.values()].some((shape) => holdsList(shape) || hasAskedList(shape))) return false;
  const asked: Learned['answers'] = {
    shapes: new Map(),
    usual: newShape(),
    known: { ...answers.known, hasLists: true, hasAskedLists: true },
  };
  await oneRun(prepared, { kind: 'record', items: [0], number: 0, ...asked }, stage);
  if ([...asked.shapes.values()].some(holdsList)) return false;
  // It may output only what has a certain text.
  const { compared, successes } = stage.outcomes();
  const known = [
    { hasLists: true },
    { texts: compared },
    { texts: successes },
    { code: 0 },
    { code: 200 },
    { isFile: true },
  ];
  const run = (given: Learned['answers']) =>
    oneRun(prepared, { kind: 'fields', items: [0], number: 9, ...given }, stage);
  for (const more of known) {
    const { count } = await run({ ...answers, known: { ...answers.known, ...more } });
    if (count > 0) return false;
  }
  // A field of the response may decide; who rejects other responses says nothing of that.
  for (const usual of usualShapes()) {
    const other = await run({ shapes: new Map(), usual });
    if (!hasEnded(other) || other.count > 0) return false;
  }
  return true;
}
