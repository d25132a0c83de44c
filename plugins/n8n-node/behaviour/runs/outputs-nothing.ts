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
  const known = [{ hasLists: true }, { texts: stage.outcomes().compared }, { texts: stage.outcomes().successes }];
  const tries = [
    ...known.map((more) => ({ ...answers, known: { ...answers.known, ...more } })),
    ...usualShapes().map((usual) => ({ shapes: new Map(), usual })),
  ];
  for (const given of tries) {
    const { count } = await oneRun(prepared, { kind: 'fields', items: [0], number: 9, ...given }, stage);
    if (count > 0) return false;
  }
  return true;
}
