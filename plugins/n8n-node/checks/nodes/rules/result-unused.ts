import type { Node } from 'oxc-parser';
import { memberName, unwrap } from '../../../ast/children.ts';
import { docs } from '../../../docs-links.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';
import type { SourceView } from '../../../model/sources/source-view.ts';

/** Methods that change nothing, by the least number of their arguments. */
const pure = new Map(
  Object.entries({
    ...{ trim: 0, trimStart: 0, trimEnd: 0, toLowerCase: 0, toUpperCase: 0 },
    ...{ padStart: 1, padEnd: 1, substring: 1, concat: 1, replace: 2, replaceAll: 2 },
    // Of dates of luxon, and of numbers of libraries for decimals.
    ...{ plus: 1, minus: 1, times: 1 },
  }),
);

export const resultUnused: NodeRule = {
  code: 'nodes-result-unused',
  title: 'Result of a method that changes nothing is not used',
  severity: 'error',
  why: 'Texts, dates of luxon and decimals are never changed: the method returns a new one, which is lost here. `concat` returns a new list, too.',
  fix: 'Assign the result: `name = name.trim()`.',
  bad: "name.replace(/\\s+/g, ' ');",
  good: "name = name.replace(/\\s+/g, ' ');",
  docs: docs.nodeMethods,
  types: ['ExpressionStatement'],
  check({ node, view }) {
    if (node.type !== 'ExpressionStatement') return undefined;
    const call = unwrap(node.expression);
    if (call.type !== 'CallExpression') return undefined;
    const callee = unwrap(call.callee);
    const name = (callee.type === 'MemberExpression' && memberName(callee)) || '';
    const least = pure.get(name);
    if (least === undefined || (least === 0 ? call.arguments.length > 0 : call.arguments.length < least))
      return undefined;
    // A callback may do something with what it is given.
    if (call.arguments.some(isFunction) || callee.type !== 'MemberExpression') return undefined;
    const receiver = unwrap(callee.object);
    if (memberName(receiver) === 'classList' || mayBeOther(receiver, view)) return undefined;
    return [{ message: `The result of \`${name}\` is not used: it changes nothing`, start: call.start, end: call.end }];
  },
};

const isFunction = ({ type }: Node) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression';

/** Calls and variables that are followed. */
const maxDepth = 8;

/** Whether it may have a method of that name of its own: `this`, or what a function or a class made: `sharp(file).trim()`. */
function mayBeOther(receiver: Node, view: SourceView, depth = 0): boolean {
  // A variable may be made of itself: `name = name.trim()`.
  if (depth > maxDepth) return false;
  switch (receiver.type) {
    case 'ThisExpression':
    case 'NewExpression':
    case 'ImportDeclaration':
      return true;
    case 'CallExpression': {
      const callee = unwrap(receiver.callee);
      if (callee.type === 'Identifier') return !/^(?:String|Number)$/.test(callee.name);
      if (callee.type !== 'MemberExpression' || memberName(callee) === 'getNodeParameter') return false;
      return mayBeOther(unwrap(callee.object), view, depth + 1);
    }
    case 'Identifier': {
      const value = view.tree.scopeOf(receiver).lookup(receiver.name)?.value;
      return value !== undefined && mayBeOther(unwrap(value), view, depth + 1);
    }
    default:
      return false;
  }
}
