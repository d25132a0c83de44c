import type { Node } from 'oxc-parser';
import { unwrap } from '../../../ast/children.ts';
import type { NodeDetector, SourceView } from '../../../model/sources/source-view.ts';

/** Classes of the language, which all code in the process shares. */
const shared =
  /^(Object|Array|String|Number|Boolean|Function|Date|RegExp|Promise|Map|Set|Symbol|Error|Buffer|JSON|Math|BigInt|URL)$/;
/** Functions that change the object that they are given first. */
const changing = /^(Object\.(defineProperty|defineProperties|assign|setPrototypeOf)|Reflect\.(defineProperty|set))$/;

/** What changes the classes of the language for n8n and every other node. */
export const extendedPrototype: NodeDetector = {
  types: ['AssignmentExpression', 'CallExpression'],
  see(node, view) {
    const name = node.type === 'AssignmentExpression' ? assigned(node.left, view) : changed(node, view);
    if (name === undefined) return undefined;
    const message = `\`${name}\` is changed, for n8n and all other nodes as well`;
    return [{ code: 'security-prototype-extended', message, start: node.start, end: node.end }];
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
