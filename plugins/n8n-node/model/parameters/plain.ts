import { isRecord } from '../../../../kernel/record.ts';

/**
 * An object of a description as plain-data.ts copied it: JSON, in which objects with one of the keys below represent other
 * values. It comes from the project: any field may have any type.
 */
export type Plain = Readonly<Record<string, unknown>>;

const standIns = new Set(['$left', '$number', '$undefined', '$bigint', '$symbol', '$cycle', '$threw', '$standIn']);

/** Whether a value is unknown: then nothing can be concluded from it, or from an array with it. */
export function isUnknown(value: unknown): boolean {
  const only = onlyKey(value);
  return only !== undefined && standIns.has(only);
}

/** Whether a value represents a function. */
export const isFunction = (value: unknown): boolean => onlyKey(value) === '$function';

/** Called for every value of a description: does not create an array of keys or a copy. */
function onlyKey(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  let only: string | undefined;
  for (const key in value) {
    if (only !== undefined) return undefined;
    only = key;
  }
  return only;
}

/** The value if it is an object that does not represent another value; otherwise undefined. */
export function plainOf(value: unknown): Plain | undefined {
  if (!isRecord(value)) return undefined;
  const only = onlyKey(value);
  return only !== undefined && (only === '$function' || standIns.has(only)) ? undefined : value;
}

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Whether n8n evaluates a value. */
export const isExpression = (value: unknown): value is string => typeof value === 'string' && value.startsWith('=');

/** What users read of a parameter. */
export const shownTexts = (raw: Plain): string[] =>
  ['displayName', 'description', 'hint', 'placeholder'].map((field) => textOf(raw[field]) ?? '');

/** A value that users can select. */
export const isPrimitive = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Characters of a text of the project in a message. */
const shownLength = 80;

/** A short representation of a value of the project, for messages. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? String(value));
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}
