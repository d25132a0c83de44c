import type { SchemaError } from './guard.ts';
import { isRecord } from './record.ts';

/** Returns the keys in a JSON pointer (RFC 6901): `/rules/a~1b/0` → rules, a/b, 0. */
export function keysOf(pointer: string): (string | number)[] {
  const keys = pointer.split('/').slice(1);
  return keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key.replaceAll('~1', '/').replaceAll('~0', '~')));
}

/** `ignore[0].until`; empty for the value itself. */
export function placeText(keys: readonly (string | number)[]): string {
  return keys
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '');
}

const types: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

/** What a value must be, as a person says it: `must be "off" or "error"`. */
export function expectation({ keyword, params, message }: SchemaError): string {
  const of = (name: string): unknown => (isRecord(params) ? params[name] : undefined);
  const list = (name: string): readonly unknown[] => [of(name) ?? []].flat();
  const limit = of('limit');
  switch (keyword) {
    case 'enum':
      return `must be ${either(list('allowedValues').map((value) => JSON.stringify(value)))}`;
    case 'type':
      return `must be ${either(list('type').map((type) => types[String(type)] ?? String(type)))}`;
    case 'required':
      return `must have ${list('requiredProperties')
        .map((field) => JSON.stringify(field))
        .join(' and ')}`;
    case 'boolean':
      return 'is not a known field';
    case 'minimum':
      return `must be ${limit} or greater`;
    case 'maximum':
      return `must be ${limit} or less`;
    case 'exclusiveMinimum':
      return `must be greater than ${limit}`;
    case 'minLength':
    case 'minItems':
      return limit === 1 ? 'must not be empty' : message;
    default:
      return message;
  }
}

/** `ignore[0].until must be a string`. @param whole what is said to be wrong where nothing in it is: `the file` */
export const faultText = (error: SchemaError, whole: string): string =>
  `${placeText(keysOf(error.instancePath)) || whole} ${expectation(error)}`;

/** `a, b or c` */
function either(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(' or ');
}
