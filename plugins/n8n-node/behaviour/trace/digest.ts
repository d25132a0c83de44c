import { createHash } from 'node:crypto';

/** A short text that is equal for equal texts, and for those alone. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** Whether two lists have the same digests in the same order. */
export const haveSameDigests = (some: readonly { digest: string }[], others: readonly { digest: string }[]): boolean =>
  some.length === others.length && some.every(({ digest }, at) => digest === others[at]?.digest);
