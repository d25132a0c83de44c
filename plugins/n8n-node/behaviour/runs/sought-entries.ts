import type { KnownValues, Shape } from '../simulated/recorder.ts';
import type { Run } from '../trace/run.ts';
import type { Answers } from './learned.ts';
import { saysAbsent } from './run-failures.ts';

/** Fields of entries that are tried. */
const maxFields = 6;

/** Whether it may have looked for an entry of a list in vain: it says so, or it reads something of an entry that is not there. */
const lacksEntry = ({ thrown }: Run): boolean =>
  thrown !== undefined && (saysAbsent(thrown.message) || /\bof undefined \(reading\b/.test(thrown.message));

/**
 * Answers whose entries may be those that code looks for, by a text in one of the fields that it read of them.
 * @param named values of credentials in an error: `Component z8ia1W not found`
 * @param compared texts that the code of the package demands of fields, by field
 */
export function soughtEntries(
  { shapes }: Answers,
  failed: Run,
  { named, compared }: { named: readonly string[]; compared: ReadonlyMap<string, string> },
): KnownValues[] {
  if (!lacksEntry(failed)) return [];
  const fields = new Set([...shapes.values()].flatMap(fieldsOfEntries));
  return [...fields].slice(0, maxFields).flatMap((field) => {
    const demanded = compared.get(field);
    const texts = demanded === undefined ? named : [...named, demanded];
    return texts.map((text) => ({ texts: new Map([[field, text]]) }));
  });
}

/** Fields of the entries of lists of which nothing but the value was read. */
function fieldsOfEntries({ fields, element }: Shape): string[] {
  const values = [...(element?.fields ?? [])].filter(
    ([, { kind, fields: inner }]) => kind !== 'list' && inner.size === 0,
  );
  return [
    ...values.map(([name]) => name),
    ...[...fields.values(), ...(element ? [element] : [])].flatMap(fieldsOfEntries),
  ];
}
