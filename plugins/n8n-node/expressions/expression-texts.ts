import { isFunction, isUnknown, listOf, type Plain, plainOf, textOf } from '../parameters/plain.ts';

/** A text of a description that n8n evaluates, or would if it began with an equals sign. */
export interface DescribedText {
  text: string;
  /** The names that lead to it, for a reader: `operation.get.routing.request.url`. */
  path: string;
}

/** Texts of one description that are looked at. */
const most = 5000;
const deepest = 30;

/** Fields with text for people, in which two braces mean nothing. */
const prose = new Set([
  'description',
  'placeholder',
  'hint',
  'displayName',
  'action',
  'name',
  'message',
  'label',
  'notice',
]);

/** Expressions of a description: texts that begin with `=` and hold `{{`. */
export function* expressionsIn(description: Plain): Generator<DescribedText> {
  for (const described of textsIn(description)) if (isExpression(described.text)) yield described;
}

export const isExpression = (text: string) => text.startsWith('=') && text.includes('{{');

/** Every text of a description but those for people. */
export function* textsIn(description: Plain): Generator<DescribedText> {
  let left = most;
  function* walk(value: unknown, path: readonly string[], depth: number): Generator<DescribedText> {
    if (left <= 0 || depth > deepest) return;
    if (typeof value === 'string') {
      left -= 1;
      yield { text: value, path: path.join('.') };
      return;
    }
    if (isUnknown(value) || isFunction(value)) return;
    for (const [index, item] of listOf(value).entries()) {
      yield* walk(item, [...path, nameOf(item) ?? String(index)], depth + 1);
    }
    for (const [key, item] of Object.entries(plainOf(value) ?? {})) {
      if (prose.has(key) && typeof item === 'string') continue;
      yield* walk(item, transparent.has(key) ? path : [...path, key], depth + 1);
    }
  }
  yield* walk(description, [], 0);
}

/** Lists that a reader does not need to be told of. */
const transparent = new Set(['properties', 'options', 'values']);

function nameOf(item: unknown): string | undefined {
  const plain = plainOf(item);
  const value = plain?.['value'];
  return typeof value === 'string' && plain?.['type'] === undefined ? value : textOf(plain?.['name']);
}
