import { docs } from '../../../docs-links.ts';
import { hasNoUse } from '../../../model/parameters/has-no-use.ts';
import type { Parameter } from '../../../model/parameters/parameter.ts';
import { isUnknown, listOf, plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import { SlipSearch } from '../../../model/parameters/slip-search.ts';
import type { Ask } from '../../../model/sources/source-facts.ts';
import type { Rule } from '../../../rule.ts';
import { type AskSubject, versionsOf } from '../ask-subject.ts';

export const collectionFieldUnknown: Rule<AskSubject> = {
  code: 'nodes-collection-field-unknown',
  title: 'Code reads an unknown field of a collection',
  severity: 'error',
  why: 'A collection has only the fields in its `options`. Any other name is undefined: what users enter is ignored. Reported if the name looks like a misspelling of a field, or if it is the only unknown one, and no code reads one of the fields.',
  fix: 'Use the name of the field in the `options` of the collection.',
  bad: "const fields = this.getNodeParameter('fields', i);\nif (fields.note) body.note = fields.note;   // the field is named `notes`",
  good: "const fields = this.getNodeParameter('fields', i);\nif (fields.notes) body.note = fields.notes;",
  docs: docs.nodeMethods,
  *check({ asks, all, timesMentioned }) {
    const levels = versionsOf(all).map(({ parameters }) => parameters);
    if (levels.length === 0 || !levels.every(({ complete }) => complete)) return;
    const entries = asks.filter(({ kind }) => kind === 'entry');
    const slips = new SlipSearch();
    const told = new Set<string>();
    for (const { name, collection = '', file, line, column } of entries) {
      const found = collection.includes('.') ? [] : levels.flatMap(({ named }) => named.get(collection) ?? []);
      if (found.length === 0 || !found.every(isCollection) || ofObjects.has(name)) continue;
      const fields = new Set(found.flatMap((one) => [...namesIn(one)].filter((field) => field !== undefined)));
      const meant = fields.has(name) ? undefined : slips.meantBy(name, fields);
      // Code that also reads the field may read another one as well: of an older version of the node.
      const isRead = entries.some((one) => one.collection === collection && one.name === meant && one.file === file);
      const at = { file, line, column, evidence: name };
      if (meant !== undefined && !isRead)
        yield { message: `${shown(collection)} has no field ${shown(name)}; did you mean ${shown(meant)}?`, ...at };
      if (meant !== undefined || fields.has(name) || told.has(`${file} ${name}`)) continue;
      const ofFile = asks.filter((one) => one.collection === collection && one.file === file);
      const unread = unreadIn(found, ofFile, fields, timesMentioned);
      if (unread === undefined) continue;
      told.add(`${file} ${name}`);
      yield {
        message: `${shown(collection)} has no field ${shown(name)}, and no code reads its field ${shown(unread)}`,
        ...at,
      };
    }
  },
};

/**
 * The only field that no code reads, of the only collection that has all other fields that a file reads, if there is one.
 * @param uses of collections with its name, in one file
 * @param fields of all collections with its name
 */
function unreadIn(
  collections: readonly Parameter[],
  uses: readonly Ask[],
  fields: ReadonlySet<string>,
  timesMentioned: AskSubject['timesMentioned'],
): string | undefined {
  if (uses.some(({ kind }) => kind === 'whole')) return undefined;
  const read = new Set(uses.map(({ name }) => name));
  const known = [...read].filter((name) => fields.has(name));
  // Another unknown one may be what the field was once.
  if (known.length === 0 || read.size !== known.length + 1) return undefined;
  const own = collections.filter((one) => known.every((name) => namesIn(one).has(name)));
  const unread = own.flatMap(({ inner }) =>
    inner.flatMap(({ named }) => [...named.values()].flat()).filter(({ name }) => timesMentioned(name) === 0),
  );
  const [first] = unread;
  const isOne = first !== undefined && unread.every(({ name }) => name === first.name);
  const isUseless = ({ type, raw }: Parameter) => type === 'notice' || raw['routing'] !== undefined;
  return isOne && !unread.some((one) => hasNoUse(one) || isUseless(one)) ? first.name : undefined;
}

export const ofObjects = new Set(Object.getOwnPropertyNames(Object.prototype));

/** A collection whose entries are all known. */
export function isCollection({ type, raw, inner }: Parameter): boolean {
  if (type !== 'collection' && type !== 'fixedCollection') return false;
  return (
    Array.isArray(raw['options']) && !listOf(raw['options']).some(isUnknown) && inner.every(({ complete }) => complete)
  );
}

/** The fields of a collection, or the groups of a fixed collection. */
export const namesIn = ({ raw }: Parameter) =>
  new Set(listOf(raw['options']).map((entry) => textOf(plainOf(entry)?.['name'])));
