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
    if (node.type !== 'CallExpression' || node.arguments.length > 0) return undefined;
    const name = memberName(unwrap(node.callee)) ?? '';
    if (!/^get(?:UTC)?Month$/.test(name) || !isPadded(node)) return undefined;
    const message = `\`${name}()\` is 0 for January: the month is one too low`;
    return [{ message, start: node.start, end: node.end }];
  },
};

/** `String(date.getMonth()).padStart(2, '0')`, `date.getMonth().toString().padStart(2, '0')` */
function isPadded(month: Node): boolean {
  const text = textOf(month);
  const { parent } = text ? outermost(text) : {};
  return parent?.type === 'MemberExpression' && memberName(parent) === 'padStart';
}

/** The call that makes a text of a number. */
function textOf(number: Node): Node | undefined {
  const { parent } = outermost(number);
  if (parent?.type === 'MemberExpression')
    return memberName(parent) === 'toString' && parent.parent?.type === 'CallExpression' ? parent.parent : undefined;
  const callee = parent?.type === 'CallExpression' ? unwrap(parent.callee) : undefined;
  return callee?.type === 'Identifier' && callee.name === 'String' ? (parent ?? undefined) : undefined;
}
