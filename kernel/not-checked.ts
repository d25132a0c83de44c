import type { Static } from 'typebox';
import type * as schemas from './result-schemas.ts';

/** A part of a check that was not checked. */
export type NotChecked = Static<typeof schemas.NotChecked>;

/** Parts in a report, and names in a message per reason. */
const maxParts = 1000;
const maxNames = 3;

/** Collects the parts that a check did not check, without duplicates and up to a limit. */
export class NotCheckedParts {
  readonly #parts = new Map<string, NotChecked>();

  add(reason: string, what?: string): void {
    if (this.#parts.size === maxParts) return;
    this.#parts.set(JSON.stringify([reason, what]), { reason, ...(what !== undefined && { what }) });
  }

  /** In the order in which they were added. */
  list(): NotChecked[] {
    return [...this.#parts.values()];
  }
}

/** `not checked: time limit reached (nodes/A.ts, nodes/B.ts)`; empty if everything was checked. */
export function notCheckedText(parts: readonly NotChecked[]): string {
  if (parts.length === 0) return '';
  const reasons = Map.groupBy(parts, ({ reason }) => reason);
  const texts = [...reasons].map(([reason, group]) => {
    const named = group.flatMap(({ what }) => what ?? []);
    if (named.length === 0) return reason;
    const more = named.length - maxNames;
    return `${reason} (${named.slice(0, maxNames).join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
  });
  return `not checked: ${texts.join('; ')}`;
}
