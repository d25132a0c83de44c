import type { FieldError } from '../http-error.ts';

/** No object or array of a request that is right has more. */
const mostFields = 64;
const mostItems = 20_000;

/**
 * A fault of a value that has more fields or items than anything that is right. It is looked for before the value is
 * validated: finding what is wrong with one of millions would keep the server from its other work.
 */
export function oversizedValue(value: unknown, pointer = '#'): FieldError | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    if (value.length > mostItems) return { pointer, detail: 'has too many items' };
  } else if (hasMoreFields(value)) return { pointer, detail: 'has too many fields' };
  // Deeper than a file of `files` there is nothing to look for.
  if (pointer.split('/').length > 2) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const fault = oversizedValue(inner, `${pointer}/${key.slice(0, 64)}`);
    if (fault) return fault;
  }
  return undefined;
}

function hasMoreFields(value: object): boolean {
  let fields = 0;
  for (const _ in value) if (++fields > mostFields) return true;
  return false;
}
