import { docs } from '../../../docs-links.ts';
import { shown } from '../../../model/parameters/plain.ts';
import { wordsOf } from '../../../model/words.ts';
import type { ListedOperation, OperationList } from '../../../project/readme/operation-lists.ts';
import type { Readme } from '../../../project/readme/readme.ts';
import type { Rule } from '../../../rule.ts';
import { type Offer, type OfferedOperation, resourceKey } from '../offered-resources.ts';
import { isOffered } from '../operation-verbs.ts';

/** A README with lists of operations, and what the nodes offer. */
export interface ListedSubject {
  readme: Pick<Readme, 'path'>;
  lists: readonly OperationList[];
  offer: Offer;
}

/** Words of an operation: more are a sentence about something else. */
const maxWords = 6;
/** Share of the entries of all lists that the nodes must have, so that these are lists of their operations. */
const minShare = 2 / 3;

export const operationUnknown: Rule<ListedSubject> = {
  code: 'docs-operation-unknown',
  title: 'README lists an operation that the node does not have',
  severity: 'warning',
  why: 'Users choose a package by the operations that its README lists. They install it, and do not find the operation in the node.',
  fix: 'Remove the operation from the README, or add it to the node.',
  bad: '- Invoice: create, get, get many, delete   of a node whose invoices have no operation "Delete"',
  good: '- Invoice: create, get, get many',
  docs: docs.verification,
  *check({ readme: { path: file }, lists, offer }) {
    const judged = lists.flatMap((list) => judge(list, offer) ?? []);
    const [known, unknown] = [judged.flatMap((one) => one.known), judged.flatMap((one) => one.unknown)];
    if (known.length < minShare * (known.length + unknown.length)) return;
    for (const { owner, unknown: missing } of judged)
      for (const { text, line } of missing) {
        const message = `README lists ${shown(text)} of ${shown(owner)}, but no node has such an operation`;
        yield { message, file, line };
      }
  },
};

interface Judged {
  owner: string;
  known: readonly ListedOperation[];
  unknown: readonly ListedOperation[];
}

/** Undefined for a list that is not one of the operations of a resource: the node has at least half of them. */
function judge({ owner, entries }: OperationList, { resources, all }: Offer): Judged | undefined {
  const own = resources.get(resourceKey(owner));
  if (!own || own.length === 0) return undefined;
  const words = new Set(own.flatMap((one) => [...one.words]));
  const nameOf = (text: string) => nameIn(text, owner);
  const names = new Set(own.flatMap((one) => one.names.map(nameOf)));
  const isKnown = ({ text }: ListedOperation) => isOffered(text, words) ?? (names.has(nameOf(text)) || undefined);
  const named = entries.filter((one) => wordsOf(one.text).length <= maxWords && isKnown(one) !== undefined);
  const [known, missing] = [named.filter(isKnown), named.filter((one) => isKnown(one) === false)];
  // Another resource or node may have it: "Delete contact" of a resource "Batch".
  const about = wordsOf(owner)
    .map(resourceKey)
    .filter((word) => word !== '');
  const related = all.filter(({ words: one }) => {
    const keys = new Set([...one].map(resourceKey));
    return about.every((word) => keys.has(word));
  });
  const single = readsOne({ owner, entries }, own, related);
  if (known.length < 2 || known.length <= missing.length) return undefined;
  const unknown = missing.filter(({ text }) => !related.some((one) => isOffered(text, one.words)));
  return single
    ? { owner, known: known.filter((one) => one !== single), unknown: [...unknown, single] }
    : { owner, known, unknown };
}

/** An operation that reads one entry of a resource, by its name. */
const oneRead = /^get(?: one| single| by id)?$/;

/**
 * An entry "Get" of a list that names all operations of a resource besides it. Otherwise any operation that reads may be meant.
 * @param related operations that may be those of the resource
 */
function readsOne(
  { owner, entries }: OperationList,
  own: readonly OfferedOperation[],
  related: readonly OfferedOperation[],
): ListedOperation | undefined {
  const listed = new Set(entries.map(({ text }) => nameIn(text, owner)));
  const namesOf = (one: OfferedOperation) => one.names.map((name) => nameIn(name, owner));
  const isListed = (one: OfferedOperation) => namesOf(one).some((name) => !oneRead.test(name) && listed.has(name));
  if (own.length < 3 || !own.every(isListed)) return undefined;
  const isElsewhere = related.some((one) => namesOf(one).some((name) => /^get\b/.test(name)) && !isListed(one));
  return isElsewhere ? undefined : entries.find(({ text }) => oneRead.test(nameIn(text, owner)));
}

/** The words of an operation without those of its resource: `get many` of `Get many contacts` and of `getManyContacts`. */
function nameIn(text: string, owner: string): string {
  const about = new Set(wordsOf(owner).map(resourceKey));
  return wordsOf(text)
    .filter((word) => !/^(?:an?|the)$/.test(word) && !about.has(resourceKey(word)))
    .join(' ');
}
