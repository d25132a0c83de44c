import type { INodeType } from 'n8n-workflow';
import { isExpression } from '../../model/parameters/plain.ts';

const known = new WeakMap<object, ReadonlySet<string> | undefined>();

/**
 * Everything that can use a parameter of a declarative node without functions: the names that decide what is shown, and the
 * words of expressions. Undefined if code of the node may read parameters.
 */
export function wordsOfDescription(type: INodeType): ReadonlySet<string> | undefined {
  const { description } = type;
  if (!known.has(description)) known.set(description, isCode(type) ? undefined : wordsIn(description));
  return known.get(description);
}

const isCode = (type: INodeType): boolean =>
  ['execute', 'poll', 'trigger', 'webhook', 'supplyData', 'methods', 'customOperations', 'webhookMethods'].some(
    (name) => Reflect.get(type, name) !== undefined,
  );

/** `$parameter` without the name of one. */
const computed = /\$parameter(?!\w|\s*(?:\?\.|\.)\s*\w|\s*(?:\?\.\s*)?\[\s*['"`][\w$]+['"`]\s*\])/;

/** Undefined if it has functions, or expressions that name no parameter. */
function wordsIn(description: object): ReadonlySet<string> | undefined {
  const words = new Set<string>();
  const seen = new Set<object>();
  let isUnknown = false;
  const visit = (value: unknown, within = ''): void => {
    if (typeof value === 'function' || (typeof value === 'string' && computed.test(value))) isUnknown = true;
    else if (isExpression(value)) for (const [word] of value.matchAll(/[\w$]+/g)) words.add(word);
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    for (const [key, inner] of Object.entries(value)) {
      if (within === 'show' || within === 'hide') words.add(key.replace(/^\//, ''));
      visit(inner, key);
    }
  };
  visit(description);
  return isUnknown ? undefined : words;
}
