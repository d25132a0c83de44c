import { listOf, type Plain, plainOf, textOf } from '../parameters/plain.ts';

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

/** Every text of a description but those for people. */
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

function collect(description: Plain): DescribedText[] {
  const texts: DescribedText[] = [];
  const walk = (value: unknown, path: string | undefined, depth: number): void => {
    if (texts.length >= most || depth > deepest) return;
    if (typeof value === 'string') texts.push({ text: value, path: path ?? '' });
    if (Array.isArray(value)) {
      for (const [index, item] of listOf(value).entries())
        walk(item, within(path, nameOf(item) ?? String(index)), depth + 1);
      return;
    }
    for (const [key, item] of Object.entries(plainOf(value) ?? {})) {
      if (prose.has(key) && typeof item === 'string') continue;
      walk(item, transparent.has(key) ? path : within(path, key), depth + 1);
    }
  };
  walk(description, undefined, 0);
  return texts;
}

const within = (path: string | undefined, name: string) => (path === undefined ? name : `${path}.${name}`);

/** Lists that a reader does not need to be told of. */
const transparent = new Set(['properties', 'options', 'values']);

function nameOf(item: unknown): string | undefined {
  const plain = plainOf(item);
  const value = plain?.['value'];
  return typeof value === 'string' && plain?.['type'] === undefined ? value : textOf(plain?.['name']);
}
