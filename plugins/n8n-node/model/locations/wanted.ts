import type { About } from '../../rule.ts';
import { listOf, plainOf, textOf } from '../parameters/plain.ts';

/** What a violation is about, as the program that reads the sources needs it. */
export interface Wanted {
  name?: string;
  displayName?: string;
  /** Of an option, as JSON. */
  value?: string;
  /** `displayOptions.show`, as JSON: tells apart parameters that share a name and a label. */
  show?: string;
  /** The fields that it has: what is written with another one is something else. */
  fields?: readonly string[];
  key?: string;
  text?: string;
}

/** What has more fields is told apart by some of them. */
const mostFields = 200;

/** Undefined for what has nothing that it could be recognised by. */
export function wantedOf({ object, key, text }: About): Wanted | undefined {
  if (text !== undefined) return { text };
  const name = textOf(object?.['name']);
  const displayName = textOf(object?.['displayName']);
  if (!object || (name === undefined && displayName === undefined)) return undefined;
  const { value } = object;
  const show = plainOf(plainOf(object['displayOptions'])?.['show']);
  return {
    ...(name !== undefined && { name }),
    ...(displayName !== undefined && { displayName }),
    ...((typeof value === 'string' || typeof value === 'number') && { value: JSON.stringify(value) }),
    ...(show && { show: canonical(show) }),
    fields: Object.keys(object).slice(0, mostFields),
    ...(key !== undefined && { key }),
  };
}

/** JSON in which the order of keys makes no difference. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${listOf(value).map(canonical).join()}]`;
  const record = plainOf(value);
  if (!record) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join()}}`;
}
