import { type Plain, plainOf, textOf } from '../parameters/plain.ts';

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
export function expressionsIn(description: Plain): readonly DescribedText[] {
  return lookInto(description).expressions;
}

export const isExpression = (text: string) => text.startsWith('=') && text.includes('{{');

/** Every text of a description that holds `{{`, but those for people. */
export function textsIn(description: Plain): readonly DescribedText[] {
  return lookInto(description).texts;
}

/** Every rule about expressions asks for the same. */
const known = new WeakMap<Plain, Record<'texts' | 'expressions', readonly DescribedText[]>>();

function lookInto(description: Plain) {
  const before = known.get(description);
  if (before) return before;
  const texts = collect(description);
  const found = { texts, expressions: texts.filter(({ text }) => isExpression(text)) };
  known.set(description, found);
  return found;
}

/** Goes through thousands of values, of which few are wanted: names are put together for those only. */
function collect(description: Plain): DescribedText[] {
  const texts: DescribedText[] = [];
  let left = most;
  // What leads to the value that is looked at: keys or places in lists, and what is there.
  const keys: (string | number)[] = [];
  const values: unknown[] = [];
  const walk = (value: unknown, depth: number): void => {
    if (left <= 0 || depth > deepest) return;
    if (typeof value === 'string') {
      left -= 1;
      if (value.includes('{{'))
        texts.push({ text: value, path: keys.map((key, index) => nameOf(key, values[index])).join('.') });
    } else if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) step(index, value[index], depth + 1);
    } else {
      const plain = plainOf(value);
      for (const key in plain) {
        const item = plain[key];
        if (typeof item === 'string' && prose.has(key)) continue;
        if (transparent.has(key)) walk(item, depth + 1);
        else step(key, item, depth + 1);
      }
    }
  };
  const step = (key: string | number, value: unknown, depth: number): void => {
    // Neither a text, nor does it hold any.
    if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return;
    keys.push(key);
    values.push(value);
    walk(value, depth);
    keys.pop();
    values.pop();
  };
  walk(description, 0);
  return texts;
}

/** Lists that a reader does not need to be told of. */
const transparent = new Set(['properties', 'options', 'values']);

/** Of an item of a list its own name rather than its place. */
function nameOf(key: string | number, item: unknown): string {
  if (typeof key === 'string') return key;
  const plain = plainOf(item);
  const value = plain?.['value'];
  const own = typeof value === 'string' && plain?.['type'] === undefined ? value : textOf(plain?.['name']);
  return own ?? String(key);
}
