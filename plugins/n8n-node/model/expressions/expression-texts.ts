import { memoize } from '../../memoize.ts';
import { type Plain, plainOf, textOf } from '../parameters/plain.ts';

/** A text of a description that n8n evaluates, or would evaluate with a leading equals sign. */
export interface DescribedText {
  text: string;
  /** Its path, for messages: `operation.get.routing.request.url`. */
  path: string;
}

/** Texts of a description that are searched, and nesting. */
const maxTexts = 5000;
const maxDepth = 30;

/** Fields that are shown as text, in which `{{` has no meaning. */
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

// All rules about expressions need them.
/** All texts of a description with `{{`, except those that are shown as text. */
export const textsIn = memoize((description: Plain): readonly DescribedText[] => collect(description));
/** Expressions of a description: texts that begin with `=` and contain `{{`. */
export const expressionsIn = memoize((description: Plain): readonly DescribedText[] =>
  textsIn(description).filter(({ text }) => text.startsWith('=')),
);

/** Visits thousands of values, few of which match: creates paths only for these. */
function collect(description: Plain): DescribedText[] {
  const texts: DescribedText[] = [];
  let left = maxTexts;
  // The path of the current value: keys or indexes, and the values there.
  const keys: (string | number)[] = [];
  const values: unknown[] = [];
  const walk = (value: unknown, depth: number): void => {
    if (left <= 0 || depth > maxDepth) return;
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
    // Neither a text nor a container.
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

/** Arrays that are omitted from paths. */
const transparent = new Set(['properties', 'options', 'values']);

/** The name of an array item instead of its index. */
function nameOf(key: string | number, item: unknown): string {
  if (typeof key === 'string') return key;
  const plain = plainOf(item);
  const value = plain?.['value'];
  const own = typeof value === 'string' && plain?.['type'] === undefined ? value : textOf(plain?.['name']);
  return own ?? String(key);
}
