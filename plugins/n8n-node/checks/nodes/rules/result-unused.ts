import type { Node } from 'oxc-parser';
import { memberName, unwrap } from '../../../ast/children.ts';
import { keyName } from '../../../ast/scope.ts';
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
    const call = node.type === 'ExpressionStatement' ? unwrap(node.expression) : undefined;
    const callee = call?.type === 'CallExpression' ? unwrap(call.callee) : undefined;
    if (call?.type !== 'CallExpression' || callee?.type !== 'MemberExpression') return undefined;
    const name = memberName(callee) ?? '';
    const least = pure.get(name);
    if (least === undefined || (least === 0 ? call.arguments.length > 0 : call.arguments.length < least))
      return undefined;
    if (!isOfText(unwrap(callee.object), call.arguments, name, view)) return undefined;
    return [{ message: `The result of \`${name}\` is not used: it changes nothing`, start: call.start, end: call.end }];
  },
};

/** Whether it is certain that a method belongs to a text, a list, a date or a number. */
function isOfText(receiver: Node, given: readonly Node[], name: string, view: SourceView): boolean {
  const [first, second] = given.map(unwrap);
  if (/^replace/.test(name)) {
    const isPattern = first?.type === 'Literal' && 'regex' in first;
    return (
      isText(second) &&
      (isPattern || (isText(first) && !mayBeOther(receiver, view))) &&
      memberName(receiver) !== 'classList'
    );
  }
  if (/^(?:plus|minus|times)$/.test(name)) return isDuration(first) || !mayBeOther(receiver, view);
  const made = receiver.type === 'Identifier' ? view.constants.value(receiver) : undefined;
  return name === 'concat' ? made?.type === 'ArrayExpression' : made !== undefined && (isText(made) || makesText(made));
}

const isText = (node: Node | undefined): boolean =>
  node?.type === 'TemplateLiteral' || (node?.type === 'Literal' && typeof node.value === 'string');

/** `{ days: 1 }`: https://moment.github.io/luxon/api-docs/index.html#datetimeplus */
const isDuration = (node: Node | undefined): boolean =>
  node?.type === 'ObjectExpression' &&
  node.properties.some(
    (one) =>
      one.type === 'Property' &&
      /^(?:milli)?(?:second|minute|hour|day|week|month|quarter|year)s?$/.test(keyName(one) ?? ''),
  );

/** `String(…)`, `this.getNodeParameter(…)`, `name.trim()` */
function makesText(node: Node): boolean {
  const callee = node.type === 'CallExpression' ? unwrap(node.callee) : undefined;
  if (callee?.type === 'Identifier') return callee.name === 'String';
  return /^(?:getNodeParameter|toString|toISOString|join|trim|toLowerCase|toUpperCase)$/.test(
    (callee && memberName(callee)) ?? '',
  );
}

/** Variables and calls that are followed. */
const maxDepth = 8;

/** Whether it may have a method of that name of its own: `this`, or what a function or a class made: `sharp(file)`. */
function mayBeOther(receiver: Node, view: SourceView, depth = 0): boolean {
  switch (receiver.type) {
    case 'ThisExpression':
    case 'NewExpression':
    case 'ImportDeclaration':
      return true;
    case 'CallExpression': {
      const callee = unwrap(receiver.callee);
      if (callee.type === 'Identifier') return callee.name !== 'String';
      if (callee.type !== 'MemberExpression' || memberName(callee) === 'getNodeParameter') return false;
      return depth < maxDepth && mayBeOther(unwrap(callee.object), view, depth + 1);
    }
    case 'Identifier': {
      const binding = view.tree.scopeOf(receiver).lookup(receiver.name);
      // One that is assigned more than once, or a parameter.
      if (binding?.value === undefined) return true;
      // A variable may be made of itself: `name = name.trim()`.
      return depth < maxDepth && mayBeOther(unwrap(binding.value), view, depth + 1);
    }
    case 'AwaitExpression':
    case 'ConditionalExpression':
    case 'LogicalExpression':
      return true;
    default:
      return false;
  }
}
