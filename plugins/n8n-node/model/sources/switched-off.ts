import type { Node } from 'oxc-parser';
import { unwrap } from '../../ast/children.ts';
import type { SourceView } from './source-view.ts';

type Constants = Pick<SourceView, 'constants'>;

/** Nodes around code that are looked at. */
const maxNodes = 100;

/** Whether a constant of its file keeps code from running: `const isReady = false; … isReady ? code : undefined`. */
export function isSwitchedOff(code: Node, view: Constants): boolean {
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
const endsAlways = (statement: Node, view: Constants): boolean =>
  statement.type === 'IfStatement' &&
  constantOf(statement.test, view) === true &&
  /^(?:Return|Throw)Statement$/.test(lastOf(statement.consequent)?.type ?? '');

const lastOf = (statement: Node): Node | undefined =>
  statement.type === 'BlockStatement' ? statement.body.at(-1) : statement;

/** Whether a condition is always true or always false; undefined if it is neither. */
function constantOf(test: Node, view: Constants): boolean | undefined {
  const condition = unwrap(test);
  if (condition.type === 'UnaryExpression' && condition.operator === '!') {
    const value = constantOf(condition.argument, view);
    return value === undefined ? undefined : !value;
  }
  const value = view.constants.value(condition);
  return value?.type === 'Literal' && typeof value.value === 'boolean' ? value.value : undefined;
}
