import type { FieldError } from '../http-error.ts';

/** More than any valid request has. */
const maxFields = 64;
export const maxItems = 20_000;

/**
 * Finds an object or array with more fields or items than any valid request has. To be called before validation:
 * validating millions of items would block the server.
 */
export function oversizedValue(value: unknown, pointer = '#'): FieldError | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    if (value.length > maxItems) return { pointer, detail: 'has too many items' };
  } else if (hasMoreFields(value)) return { pointer, detail: 'has too many fields' };
  // No schema is deeper than an item of `files`.
  if (pointer.split('/').length > 2) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const error = oversizedValue(inner, `${pointer}/${key.slice(0, 64)}`);
    if (error) return error;
  }
  return undefined;
}

function hasMoreFields(value: object): boolean {
  let fields = 0;
  for (const _ in value) if (++fields > maxFields) return true;
  return false;
}
