import type { Node } from 'oxc-parser';
import { memberName, unwrap } from '../../../ast/children.ts';
import { docs } from '../../../docs-links.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';

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
  check({ node }) {
    if (node.type !== 'ExpressionStatement') return undefined;
    const call = unwrap(node.expression);
    if (call.type !== 'CallExpression') return undefined;
    const callee = unwrap(call.callee);
    const name = (callee.type === 'MemberExpression' && memberName(callee)) || '';
    const least = pure.get(name);
    if (least === undefined || (least === 0 ? call.arguments.length > 0 : call.arguments.length < least))
      return undefined;
    // A callback may do something with what it is given; other code may name a method of its own so.
    if (call.arguments.some(isFunction) || isThis(callee)) return undefined;
    return [{ message: `The result of \`${name}\` is not used: it changes nothing`, start: call.start, end: call.end }];
  },
};

const isFunction = ({ type }: Node) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression';

/** `this.replace(…)`, `this.list.concat(…)` may be methods that the class defines. */
const isThis = (callee: Node) => callee.type === 'MemberExpression' && unwrap(callee.object).type === 'ThisExpression';
