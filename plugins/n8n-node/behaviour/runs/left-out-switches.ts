import { singularWordsOf } from '../../model/words.ts';
import { hasEnded } from '../trace/ending.ts';
import type { Heard } from './one-run.ts';
import { type RequestFields, requestFields } from './request-fields.ts';

/**
 * Switches that requests have as true under their own names where they are on, and not at all where they are off; none where a
 * run failed or sent nothing.
 * @param on a run with switches on @param off one with them off
 */
export function leftOutIn(names: Iterable<string>, { on, off }: { on: Heard; off: Heard }): string[] {
  if (![on.run, off.run].every((run) => hasEnded(run) && run.requests.length > 0)) return [];
  const [ifOn, ifOff] = [fieldsOf(on), fieldsOf(off)];
  return [...names].filter((name) => saysYes(valuesOf(name, ifOn)) && valuesOf(name, ifOff).length === 0);
}

const fieldsOf = ({ run, bodies }: Heard): RequestFields =>
  requestFields(
    run.requests.map(({ url }) => url),
    bodies,
  );

/** The values of the fields that are named as a switch. */
function valuesOf(name: string, fields: RequestFields): (string | number)[] {
  const words = singularWordsOf(name).join();
  return [...fields].flatMap(([field, values]) => (singularWordsOf(field).join() === words ? [...values] : []));
}

const saysYes = (values: readonly (string | number)[]) =>
  values.length > 0 && values.every((value) => /^(?:true|1)$/i.test(String(value)));
