import type { Node } from 'oxc-parser';
import { memberName, unwrap } from '../../../ast/children.ts';
import { keyName } from '../../../ast/scope.ts';
import { docs } from '../../../docs-links.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';
import type { SourceView } from '../../../model/sources/source-view.ts';

/** Names of amounts of money. */
const money = /(?:^|_|\b)(?:amount|price|cost|fee|cents|subtotal)$|[a-z](?:Amount|Price|Cost|Fee|Cents|Subtotal)$/;

export const amountNotRounded: NodeRule = {
  code: 'nodes-amount-not-rounded',
  title: 'Amount in cents is not rounded',
  severity: 'warning',
  why: '`19.99 * 100` is 1998.9999999999998: services that expect whole cents reject this number, or cut it to 1998.',
  fix: 'Write `Math.round(amount * 100)`.',
  bad: 'body.amount = amount * 100;',
  good: 'body.amount = Math.round(amount * 100);',
  docs: docs.nodeMethods,
  types: ['BinaryExpression'],
  check({ node, view }) {
    if (node.type !== 'BinaryExpression' || node.operator !== '*') return undefined;
    const [value, factor] = [unwrap(node.left), unwrap(node.right)];
    if (factor.type !== 'Literal' || factor.value !== 100) return undefined;
    const target = targetOf(node);
    if (target === undefined || !/^\w+$/.test(target)) return undefined;
    if (!(money.test(target) && money.test(nameIn(value) ?? ''))) return undefined;
    // It is rounded where it is used, or afterwards.
    const rounded = new RegExp(
      `\\b(?:Math\\.\\w+|parseInt|BigInt)\\([^()*]{0,200}\\b${target}\\b(?:\\.toString\\(\\))?[^()*]{0,80}\\)|\\b${target}\\)?\\.toFixed\\b`,
    );
    if (rounded.test(view.text)) return undefined;
    const message = `${textOf(node, view)} is 1998.9999999999998 for 19.99; use Math.round()`;
    return [{ message, start: node.start, end: node.end }];
  },
};

/** The name of what an expression is assigned to. */
function targetOf(node: Node): string | undefined {
  let at = node;
  while (at.parent && (/^TS(?:As|NonNull)/.test(at.parent.type) || at.parent.type === 'ParenthesizedExpression'))
    at = at.parent;
  const { parent } = at;
  if (parent?.type === 'Property' && parent.value === at) return keyName(parent);
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') return parent.id.name;
  if (parent?.type !== 'AssignmentExpression' || parent.right !== at || parent.operator !== '=') return undefined;
  return nameIn(unwrap(parent.left));
}

/** `amount` of `amount`, `body.amount`, `Number(amount)` and `this.getNodeParameter('amount', i)` */
function nameIn(node: Node): string | undefined {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression') return memberName(node);
  if (node.type !== 'CallExpression') return undefined;
  const callee = unwrap(node.callee);
  const name = callee.type === 'Identifier' ? callee.name : memberName(callee);
  if (!/^(?:Number|parseFloat|getNodeParameter)$/.test(name ?? '')) return undefined;
  const [first] = node.arguments.map((argument) => unwrap(argument));
  return first?.type === 'Literal' ? String(first.value) : first && nameIn(first);
}

const textOf = ({ start, end }: Node, view: SourceView) => view.text.slice(start, end).slice(0, 80);
