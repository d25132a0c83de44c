import type { Static } from 'typebox';
import type * as schemas from './result-schemas.ts';

/** A part of a check that did not happen. */
export type NotChecked = Static<typeof schemas.NotChecked>;

/** Parts that a report keeps, and that its message names under one reason. */
const mostParts = 1000;
const mostNamed = 3;

/** What a check tells of what it did not check: each part once, and no more of them than a report is to keep. */
export class NotCheckedParts {
  readonly #parts = new Map<string, NotChecked>();

  add(reason: string, what?: string): void {
    if (this.#parts.size === mostParts) return;
    this.#parts.set(JSON.stringify([reason, what]), { reason, ...(what !== undefined && { what }) });
  }

  /** In the order in which they were told. */
  list(): NotChecked[] {
    return [...this.#parts.values()];
  }
}

/** `not checked: time limit reached (nodes/A.ts, nodes/B.ts)`; empty when nothing was left out. */
export function notCheckedText(parts: readonly NotChecked[]): string {
  if (parts.length === 0) return '';
  const reasons = Map.groupBy(parts, ({ reason }) => reason);
  const texts = [...reasons].map(([reason, alike]) => {
    const named = alike.flatMap(({ what }) => what ?? []);
    if (named.length === 0) return reason;
    const more = named.length - mostNamed;
    return `${reason} (${named.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
  });
  return `not checked: ${texts.join('; ')}`;
}
