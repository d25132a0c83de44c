import { singularWordsOf } from '../../model/words.ts';
import { hasEnded } from '../trace/ending.ts';
import type { Heard } from './one-run.ts';
import { type RequestFields, requestFields } from './request-fields.ts';

/** A run with switches on, and one with them off. */
interface Ways {
  on: Heard;
  off: Heard;
}

/** Switches that requests have as true under their own names where they are off, and not at all, or as false, where they are on. */
export const invertedIn = (names: Iterable<string>, ways: Ways): string[] =>
  namesWhere(names, ways, (ifOn, ifOff) => saysYes(ifOff) && areAll(no, ifOn));

/** Switches that requests have as true under their own names where they are on, and not at all where they are off. */
export const leftOutIn = (names: Iterable<string>, ways: Ways): string[] =>
  namesWhere(names, ways, (ifOn, ifOff) => saysYes(ifOn) && ifOff.length === 0);

/** Names of which the values in both ways tell something; none where a run failed or sent nothing. */
function namesWhere(
  names: Iterable<string>,
  { on, off }: Ways,
  tells: (...values: [ifOn: ReturnType<typeof valuesOf>, ifOff: ReturnType<typeof valuesOf>]) => boolean,
): string[] {
  if (![on.run, off.run].every((run) => hasEnded(run) && run.requests.length > 0)) return [];
  const [ifOn, ifOff] = [fieldsOf(on), fieldsOf(off)];
  return [...names].filter((name) => tells(valuesOf(name, ifOn), valuesOf(name, ifOff)));
}

/** Whether what is sent with a value of a switch leaves it open that it is sent as its opposite. */
export function mayBeInverted(name: string, value: boolean, heard: Heard): boolean {
  const values = valuesOf(name, fieldsOf(heard));
  return value ? areAll(no, values) : saysYes(values);
}

const fieldsOf = ({ run, bodies }: Heard): RequestFields =>
  requestFields(
    run.requests.map(({ url }) => url),
    bodies,
  );

/** The values of the fields that are named as a switch. */
function valuesOf(name: string, fields: RequestFields = new Map()): (string | number)[] {
  const words = singularWordsOf(name).join();
  return [...fields].flatMap(([field, values]) => (singularWordsOf(field).join() === words ? [...values] : []));
}

const saysYes = (values: readonly (string | number)[]) => values.length > 0 && areAll(yes, values);

/** Whether all values match, if there are any. */
const areAll = (pattern: RegExp, values: readonly (string | number)[]): boolean =>
  values.every((value) => pattern.test(String(value)));

const yes = /^(?:true|1)$/i;
const no = /^(?:false|0)$/i;
