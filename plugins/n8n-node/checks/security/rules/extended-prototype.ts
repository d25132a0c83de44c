import type { Node } from 'oxc-parser';
import { unwrap } from '../../../ast/children.ts';
import { docs } from '../../../docs-links.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';
import type { SourceView } from '../../../model/sources/source-view.ts';
import { changing } from './changed-host.ts';

/** Built-in classes, which all code in the process shares. */
const shared =
  /^(Object|Array|String|Number|Boolean|Function|Date|RegExp|Promise|Map|Set|Symbol|Error|Buffer|JSON|Math|BigInt|URL)$/;

/** Changes of built-in classes affect n8n and all other nodes. */
export const extendedPrototype: NodeRule = {
  code: 'security-prototype-extended',
  title: 'Prototype of a built-in class is modified',
  severity: 'error',
  why: 'The node shares its process with n8n and all other nodes. A property that it adds to arrays, strings or objects affects all of them and can break their code.',
  fix: 'Write a separate function.',
  bad: 'Array.prototype.last = function () { return this[this.length - 1]; };',
  good: 'const last = (list) => list[list.length - 1];',
  docs: docs.verification,
  types: ['AssignmentExpression', 'CallExpression'],
  check({ node, view }) {
    const name = node.type === 'AssignmentExpression' ? assigned(node.left, view) : changed(node, view);
    if (name === undefined || isUnusedPolyfill(node, view)) return undefined;
    const message = `\`${name}\` is modified, which affects n8n and all other nodes`;
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

/** Whether code runs only where a standard method is missing, which every Node.js that n8n supports has. */
function isUnusedPolyfill(inner: Node, view: SourceView): boolean {
  for (let node = inner; node.parent; node = node.parent) {
    const { parent } = node;
    if (parent.type === 'IfStatement' && parent.consequent === node && isMissing(parent.test, view)) return true;
    if (parent.type === 'LogicalExpression' && parent.right === node) {
      if (parent.operator === '&&' ? isMissing(parent.left, view) : isStandard(parent.left, view)) return true;
    }
  }
  return inner.type === 'AssignmentExpression' && /^(\|\||\?\?)=$/.test(inner.operator) && isStandard(inner.left, view);
}

/** `!String.prototype.at`, `String.prototype.at === undefined`, `typeof String.prototype.at !== 'function'` */
function isMissing(condition: Node, view: SourceView): boolean {
  const test = unwrap(condition);
  if (test.type === 'UnaryExpression') return test.operator === '!' && isStandard(test.argument, view);
  if (test.type !== 'BinaryExpression') return false;
  const { left, right, operator } = test;
  if (left.type !== 'UnaryExpression' || left.operator !== 'typeof')
    return /^===?$/.test(operator) && isNothing(right) && isStandard(left, view);
  const type = view.constants.text(right)?.text;
  return isStandard(left.argument, view) && (/^!/.test(operator) ? type === 'function' : type === 'undefined');
}

const isNothing = (node: Node) =>
  (node.type === 'Identifier' && node.name === 'undefined') || (node.type === 'Literal' && node.value === null);

function isStandard(node: Node, view: SourceView): boolean {
  const [name = '', prototype, method = '', ...others] = view.globals.of(node) ?? [];
  if (prototype !== 'prototype' || others.length > 0 || !shared.test(name)) return false;
  const owner: unknown = Reflect.get(globalThis, name);
  // The value of a getter, such as that of Map.prototype.size, cannot be read here.
  return (
    typeof owner === 'function' && typeof Object.getOwnPropertyDescriptor(owner.prototype, method)?.value === 'function'
  );
}
