import type { INodeType } from 'n8n-workflow';
import { prepareNode } from '../engine/prepare-node.ts';
import { type PlannedOperation, withValues } from '../plan/run-input.ts';
import { type FormName, isEnd, isStart } from '../simulated/forms.ts';
import type { Marking } from '../simulated/marking.ts';
import { lettersOf } from '../simulated/request-text.ts';
import type { OperationTrace } from '../trace/trace.ts';
import { most } from '../trace/trace-limits.ts';
import { type Again, sendAgain } from './number-parameters.ts';

/** The days of the first item, as forms give them. */
const days = { start: '2026-01-10', end: '2026-01-20' };

/**
 * The end of a period that is sent under a name for its start, where the start that users enter is not sent; or the start
 * under the name of the end.
 */
export async function lostStart(operation: PlannedOperation, type: INodeType, way: Again): Promise<Misplaced> {
  const { marking } = way.prepared;
  const [start, ...otherStarts] = datesIn(marking, isStart, ['date', 'day']);
  const [end, ...otherEnds] = datesIn(marking, isEnd, ['endDate', 'endDay']);
  if (start === undefined || end === undefined || otherStarts.length + otherEnds.length > 0) return undefined;
  const sent = await sendAgain(way.prepared, way.again);
  if (sent === undefined) return undefined;
  const keysWith = (day: string) =>
    [...sent.fields].flatMap(([key, values]) => ([...values].some((one) => String(one).startsWith(day)) ? [key] : []));
  const [first = '', ...others] = keysWith(days.end);
  const isStartLost = !sent.text.includes(days.start);
  if (isStartLost && first !== '' && [first, ...others].every((one) => isStart(one) && !isEnd(one)))
    return misplaced(end, first, start);
  if (sent.text.includes(days.end)) return undefined;
  const key = keysWith(days.start).find((one) => !isStart(one) && lettersOf(one).endsWith(lettersOf(end)));
  return key === undefined || (await isSentAlone(operation, type, way, start)) ? undefined : misplaced(start, key, end);
}

type Misplaced = OperationTrace['misplaced'];

const misplaced = (name: string, key: string, lost: string): Misplaced => ({
  name: name.slice(0, most.name),
  key: key.slice(0, most.name),
  lost: lost.slice(0, most.name),
});

/** Whether the end of a period is sent where its start has no value: that may only come first. */
async function isSentAlone(
  operation: PlannedOperation,
  type: INodeType,
  { prepared: { wishes, marking }, engine, again }: Again,
  start: string,
): Promise<boolean> {
  const isField = marking.known.some(({ name, isField }) => name === start && isField);
  const without = new Set([...wishes.without, start]);
  const one = prepareNode(withValues(operation, isField ? {} : { [start]: '' }), type, { ...wishes, without }, engine);
  return (await sendAgain(one, again))?.text.includes(days.end) === true;
}

/** Names of the parameters and fields that have a value in one of the forms. */
const datesIn = ({ names, known }: Marking, isOf: (name: string) => boolean, forms: readonly FormName[]): string[] => [
  ...new Set(names.filter((name) => isOf(name) && known.some((one) => one.name === name && forms.includes(one.form)))),
];
