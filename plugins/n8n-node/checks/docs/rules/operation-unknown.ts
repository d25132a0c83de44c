import { docs } from '../../../docs-links.ts';
import { shown } from '../../../model/parameters/plain.ts';
import { wordsOf } from '../../../model/words.ts';
import type { ListedOperation, OperationList } from '../../../project/readme/operation-lists.ts';
import type { Readme } from '../../../project/readme/readme.ts';
import type { Rule } from '../../../rule.ts';
import { type Offer, resourceKey } from '../offered-resources.ts';
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
  const words = new Set(own.flatMap((one) => [...one]));
  const named = entries.filter(({ text }) => wordsOf(text).length <= maxWords && isOffered(text, words) !== undefined);
  const [known, missing] = [
    named.filter(({ text }) => isOffered(text, words)),
    named.filter(({ text }) => isOffered(text, words) === false),
  ];
  if (known.length < 2 || known.length <= missing.length) return undefined;
  // Another resource or node may have it: "Delete contact" of a resource "Batch".
  const about = wordsOf(owner)
    .map(resourceKey)
    .filter((word) => word !== '');
  const related = all.filter((one) => {
    const keys = new Set([...one].map(resourceKey));
    return about.every((word) => keys.has(word));
  });
  const unknown = missing.filter(({ text }) => !related.some((one) => isOffered(text, one)));
  return { owner, known, unknown };
}
