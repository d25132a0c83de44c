import type { About } from '../../rule.ts';
import { listOf, plainOf, textOf } from '../parameters/plain.ts';

/** The object or text of a violation, as input of location-program.ts. */
export interface Wanted {
  name?: string;
  displayName?: string;
  /** Of an option, as JSON. */
  value?: string;
  /** `displayOptions.show`, as JSON: distinguishes parameters with the same name and label. */
  show?: string;
  /** Other texts that distinguish options with the same name and value, such as `getAll` of several resources. */
  texts?: Readonly<Record<string, string>>;
  /** The values of its options, as JSON: distinguishes lists for the same operations. */
  options?: string;
  /** All its fields: an object with another field does not match. */
  fields?: readonly string[];
  key?: string;
  /** The value of that field, as JSON: distinguishes objects of which another one has the fault. */
  keyed?: string;
  text?: string;
}

/** Fields of an object that are compared. */
const maxFields = 200;

/** Characters of a value that is compared. */
const maxKeyed = 2000;

/** Undefined for an object without distinctive fields. */
export function wantedOf({ object, key, text }: About): Wanted | undefined {
  if (text !== undefined) return { text };
  const name = textOf(object?.['name']);
  const displayName = textOf(object?.['displayName']);
  if (!object || (name === undefined && displayName === undefined)) return undefined;
  const { value, options } = object;
  const show = plainOf(plainOf(object['displayOptions'])?.['show']);
  const keyed = key === undefined || object[key] === undefined ? '' : canonical(object[key]);
  return {
    ...(name !== undefined && { name }),
    ...(displayName !== undefined && { displayName }),
    ...((typeof value === 'string' || typeof value === 'number') && { value: JSON.stringify(value) }),
    ...(show && { show: canonical(show) }),
    ...(Array.isArray(options) && { options: canonical(listOf(options).map(optionOf)) }),
    texts: Object.fromEntries(
      ['action', 'description'].flatMap((field) => {
        const words = textOf(object[field]);
        return words === undefined ? [] : [[field, words]];
      }),
    ),
    fields: Object.keys(object).slice(0, maxFields),
    ...(key !== undefined && { key }),
    ...(keyed !== '' && keyed.length <= maxKeyed && { keyed }),
  };
}

function optionOf(option: unknown): unknown {
  const { value, name } = plainOf(option) ?? {};
  return value ?? name;
}

/** JSON with sorted keys. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${listOf(value).map(canonical).join()}]`;
  const record = plainOf(value);
  if (!record) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join()}}`;
}
