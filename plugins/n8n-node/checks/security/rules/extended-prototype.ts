import type { Node } from 'oxc-parser';
import { unwrap } from '../../../ast/children.ts';
import { docs } from '../../../docs-links.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';
import type { SourceView } from '../../../model/sources/source-view.ts';

/** Classes of the language, which all code in the process shares. */
const shared =
  /^(Object|Array|String|Number|Boolean|Function|Date|RegExp|Promise|Map|Set|Symbol|Error|Buffer|JSON|Math|BigInt|URL)$/;
/** Functions that change the object that they are given first. */
const changing = /^(Object\.(defineProperty|defineProperties|assign|setPrototypeOf)|Reflect\.(defineProperty|set))$/;

/** What changes the classes of the language for n8n and every other node. */
export const extendedPrototype: NodeRule = {
  code: 'security-prototype-extended',
  title: 'A class of the language is changed',
  severity: 'error',
  why: 'The node shares its process with n8n and all other nodes: what it adds to arrays, texts or objects is there for all of them, and breaks code that does not expect it.',
  fix: 'Write a function of your own.',
  bad: 'Array.prototype.last = function () { return this[this.length - 1]; };',
  good: 'const last = (list) => list[list.length - 1];',
  docs: docs.verification,
  types: ['AssignmentExpression', 'CallExpression'],
  check({ node, view }) {
    const name = node.type === 'AssignmentExpression' ? assigned(node.left, view) : changed(node, view);
    if (name === undefined) return undefined;
    const message = `\`${name}\` is changed, for n8n and all other nodes as well`;
    return [{ message, start: node.start, end: node.end }];
  },
};

/** `Array.prototype.last = …` */
function assigned(left: Node, view: SourceView): string | undefined {
  return left.type === 'MemberExpression' ? prototypeAt(left.object, view) : undefined;
}

function changed(node: Node, view: SourceView): string | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const [first] = node.arguments;
  if (!first || !changing.test(view.globals.of(node.callee)?.join('.') ?? '')) return undefined;
  return prototypeAt(first, view);
}

function prototypeAt(node: Node, view: SourceView): string | undefined {
  const path = view.globals.of(unwrap(node));
  return path?.length === 2 && path[1] === 'prototype' && shared.test(path[0] ?? '') ? path.join('.') : undefined;
}
