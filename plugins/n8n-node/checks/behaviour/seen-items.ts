import type { RunOperation } from '../../behaviour/run-package.ts';
import { hasEnded } from '../../behaviour/trace/ending.ts';
import { itemOf, replaceMarks } from '../../behaviour/trace/marks.ts';
import { type TracedRequest, withoutQuery } from '../../behaviour/trace/request.ts';
import type { Run } from '../../behaviour/trace/run.ts';

/** The values of items that requests and outputs hold. */
export function itemsSeen({ requests, outputs = [] }: Run): Set<number> {
  return new Set([...itemsSent(requests), ...outputs.flat().flatMap(({ items }) => items)]);
}

export const itemsSent = (requests: readonly TracedRequest[]): Set<number> =>
  new Set(requests.flatMap(({ marks }) => marks.map(itemOf)));

/** A run with three items that ended, where that proves something. */
export function plainOf({ run }: RunOperation): Run | undefined {
  const plain = run('plain');
  return plain && hasEnded(plain) ? plain : undefined;
}

/** The items whose values a request has. */
export const itemsOf = ({ marks }: TracedRequest): number[] => [...new Set(marks.map(itemOf))];

/** What a request does, whatever the item. */
export const kindOf = ({ method, url }: TracedRequest): string =>
  `${method} ${withoutQuery(replaceMarks(url, String))}`;

/** Requests with values of several items. */
export const mixed = (requests: readonly TracedRequest[]): TracedRequest[] =>
  requests.filter((request) => itemsOf(request).length > 1);
