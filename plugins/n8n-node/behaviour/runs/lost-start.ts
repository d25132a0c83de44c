import { type FormName, isEnd, isStart } from '../simulated/forms.ts';
import type { Marking } from '../simulated/values.ts';
import type { OperationTrace } from '../trace/trace.ts';
import { most } from '../trace/trace-limits.ts';
import { type Again, sendAgain } from './number-parameters.ts';

/** The days of the first item, as forms give them. */
const days = { start: '2026-01-10', end: '2026-01-20' };

/** The end of a period that is sent under a name for its start, where the start that users enter is not sent. */
export async function lostStart({ prepared, again }: Omit<Again, 'engine'>): Promise<OperationTrace['misplaced']> {
  const { marking } = prepared;
  const [start, ...otherStarts] = datesIn(marking, isStart, ['date', 'day']);
  const [end, ...otherEnds] = datesIn(marking, isEnd, ['endDate', 'endDay']);
  if (start === undefined || end === undefined || otherStarts.length + otherEnds.length > 0) return undefined;
  const sent = await sendAgain(prepared, again);
  if (sent === undefined || sent.text.includes(days.start)) return undefined;
  const keys = [...sent.fields].flatMap(([key, values]) => ([...values].some(isEndOfPeriod) ? [key] : []));
  const [key = ''] = keys;
  return keys.length > 0 && keys.every((one) => isStart(one) && !isEnd(one))
    ? { name: end.slice(0, most.name), key: key.slice(0, most.name), lost: start.slice(0, most.name) }
    : undefined;
}

const isEndOfPeriod = (value: unknown) => String(value).startsWith(days.end);

/** Names of the parameters and fields that have a value in one of the forms. */
const datesIn = ({ names, known }: Marking, isOf: (name: string) => boolean, forms: readonly FormName[]): string[] => [
  ...new Set(names.filter((name) => isOf(name) && known.some((one) => one.name === name && forms.includes(one.form)))),
];
