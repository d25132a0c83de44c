import type { Node } from 'oxc-parser';
import { memberName, outermost, unwrap } from '../../../ast/children.ts';
import { docs } from '../../../docs-links.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';

export const monthZeroBased: NodeRule = {
  code: 'nodes-month-zero-based',
  title: 'Month of a date is one too low',
  severity: 'error',
  why: '`getMonth()` returns 0 for January: the date is a month early, and in January it is invalid.',
  fix: 'Add 1: `date.getMonth() + 1`. Or use `date.toISOString()`, or `DateTime` of luxon with `toFormat`.',
  bad: "const month = String(date.getMonth()).padStart(2, '0');",
  good: "const month = String(date.getMonth() + 1).padStart(2, '0');",
  docs: docs.nodeMethods,
  types: ['CallExpression'],
  check({ node }) {
    if (node.type !== 'CallExpression' || !isCall(node, /^get(?:UTC)?Month$/) || node.arguments.length > 0)
      return undefined;
    if (!isPadded(node)) return undefined;
    const message = `\`${memberName(unwrap(node.callee))}()\` is 0 for January`;
    return [{ message, start: node.start, end: node.end }];
  },
};

const isCall = (node: Node, name: RegExp): boolean =>
  node.type === 'CallExpression' && name.test(memberName(unwrap(node.callee)) ?? '');

/** `String(date.getMonth()).padStart(2, '0')`, `date.getMonth().toString().padStart(2, '0')` */
function isPadded(month: Node): boolean {
  const { parent } = outermost(month);
  const callee =
    parent?.type === 'MemberExpression' && memberName(parent) === 'toString' ? outermost(parent) : undefined;
  const text = callee ? callee.parent : parent;
  const isText =
    text?.type === 'CallExpression' &&
    (callee ? unwrap(text.callee) === unwrap(callee) : unwrap(text.callee).type === 'Identifier' && isString(text));
  const padding = isText ? outermost(text).parent : undefined;
  return padding?.type === 'MemberExpression' && memberName(padding) === 'padStart';
}

const isString = (call: Extract<Node, { type: 'CallExpression' }>): boolean => {
  const callee = unwrap(call.callee);
  return callee.type === 'Identifier' && callee.name === 'String';
};
