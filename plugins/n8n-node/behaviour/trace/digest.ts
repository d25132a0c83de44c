import { createHash } from 'node:crypto';

/** A short text that is equal for equal texts, and for those alone. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);
