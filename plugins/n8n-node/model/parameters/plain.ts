/**
 * An object of a description as plain-data.ts copied it: JSON, in which objects with one of the keys below stand for what
 * is none. It was made by code of the project: any field may be of any kind.
 */
export type Plain = Readonly<Record<string, unknown>>;

const standIns = new Set(['$left', '$number', '$undefined', '$bigint', '$symbol', '$cycle', '$threw', '$standIn']);

/** Whether a value stands for one that is not known: of it, and of a list with it, nothing may be said. */
export function isUnknown(value: unknown): boolean {
  const only = onlyKey(value);
  return only !== undefined && standIns.has(only);
}

/** Whether a value stands for a function. */
export const isFunction = (value: unknown): boolean => onlyKey(value) === '$function';

/** Asked of every value of a description: without a list of its keys, and without a copy. */
function onlyKey(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  let only: string | undefined;
  for (const key in value) {
    if (only !== undefined) return undefined;
    only = key;
  }
  return only;
}

export function isRecord(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object that is what it says; undefined for anything else, and for what stands for another value. */
export function plainOf(value: unknown): Plain | undefined {
  if (!isRecord(value)) return undefined;
  const only = onlyKey(value);
  return only !== undefined && (only === '$function' || standIns.has(only)) ? undefined : value;
}

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** How much of a text of the project is repeated in a message. */
const shownLength = 80;

/** A value of the project in the words of a message: short, whatever it is. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? String(value));
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}
