import type { Node } from 'oxc-parser';
import { unwrap } from '../../ast/children.ts';
import type { SourceView } from './source-view.ts';

/** Nodes around code that are looked at. */
const maxNodes = 100;

/** Whether a constant of its file keeps code from running: `const isReady = false; … isReady ? code : undefined`. */
export function isSwitchedOff(code: Node, view: Pick<SourceView, 'tree'>): boolean {
  let node = code;
  for (let left = maxNodes; node.parent && left > 0; left--) {
    const { parent } = node;
    if (/Function/.test(parent.type)) return false;
    if (parent.type === 'IfStatement' || parent.type === 'ConditionalExpression') {
      const condition = node === parent.test ? undefined : constantOf(parent.test, view);
      if (condition === (node !== parent.consequent)) return true;
    }
    if (parent.type === 'BlockStatement') {
      const before = parent.body.filter((one) => one.end <= node.start);
      if (before.some((one) => endsAlways(one, view))) return true;
    }
    node = parent;
  }
  return false;
}

/** `if (!isReady) return;` */
const endsAlways = (statement: Node, view: Pick<SourceView, 'tree'>): boolean =>
  statement.type === 'IfStatement' &&
  constantOf(statement.test, view) === true &&
  /^(?:Return|Throw)Statement$/.test(
    (statement.consequent.type === 'BlockStatement' ? statement.consequent.body.at(-1) : statement.consequent)?.type ??
      '',
  );

/** Whether a condition is always true or always false; undefined if it is neither. */
function constantOf(test: Node, view: Pick<SourceView, 'tree'>): boolean | undefined {
  const condition = unwrap(test);
  if (condition.type === 'UnaryExpression' && condition.operator === '!') {
    const value = constantOf(condition.argument, view);
    return value === undefined ? undefined : !value;
  }
  if (condition.type === 'Literal') return typeof condition.value === 'boolean' ? condition.value : undefined;
  if (condition.type !== 'Identifier') return undefined;
  const binding = view.tree.scopeOf(condition).lookup(condition.name);
  const value = binding?.writes === 1 && binding.value && binding.path.length === 0 ? unwrap(binding.value) : undefined;
  return value?.type === 'Literal' && typeof value.value === 'boolean' ? value.value : undefined;
}
