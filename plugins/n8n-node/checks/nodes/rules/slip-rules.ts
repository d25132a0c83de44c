import type { Node } from 'oxc-parser';
import { childrenOf, isReference, memberName, unwrap } from '../../../ast/children.ts';
import { keyName } from '../../../ast/scope.ts';
import { docs } from '../../../docs-links.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';
import type { SourceView } from '../../../model/sources/source-view.ts';
import { booleanAlwaysTrue } from './boolean-always-true.ts';
import { busyWait } from './busy-wait.ts';
import { firstNewlineOnly } from './first-newline-only.ts';
import { httpCodeNumber } from './http-code-number.ts';
import { millisecondsInToken } from './milliseconds-in-token.ts';
import { monthZeroBased } from './month-zero-based.ts';
import { patternKeepsPlace } from './pattern-keeps-place.ts';
import { resultUnused } from './result-unused.ts';
import { secondsAsMilliseconds } from './seconds-as-milliseconds.ts';

const indexAsRadix: NodeRule = {
  code: 'nodes-index-as-radix',
  title: '`parseInt` in `map` takes the index as radix',
  severity: 'error',
  why: "`map` passes the index as second argument, which `parseInt` uses as radix: `['10', '11', '12']` becomes 10, NaN, 1.",
  fix: 'Use `map(Number)`, or pass the radix: `map((id) => parseInt(id, 10))`.',
  bad: "ids.split(',').map(parseInt)",
  good: "ids.split(',').map(Number)",
  docs: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Array/map',
  types: ['CallExpression'],
  check({ node }) {
    if (node.type !== 'CallExpression') return undefined;
    const callee = unwrap(node.callee);
    const [callback, ...others] = node.arguments;
    if (callee.type !== 'MemberExpression' || memberName(callee) !== 'map' || !callback || others.length > 0)
      return undefined;
    const given = unwrap(callback);
    const name = given.type === 'Identifier' ? given.name : memberName(given);
    if (name !== 'parseInt') return undefined;
    const message = '`map(parseInt)` passes the index as radix';
    return [{ message, start: callee.property.start, end: node.end }];
  },
};

const headerCase: NodeRule = {
  code: 'nodes-header-case',
  title: 'Header of the webhook is not read in lower case',
  severity: 'error',
  why: 'Node.js lowercases the names of headers: any other spelling is undefined.',
  fix: 'Use the lower-case name.',
  bad: "this.getHeaderData()['X-Acme-Signature']",
  good: "this.getHeaderData()['x-acme-signature']",
  docs: 'https://nodejs.org/api/http.html#messageheaders',
  types: ['MemberExpression'],
  check({ node, view }) {
    const name = memberName(node);
    if (node.type !== 'MemberExpression' || name === undefined || !/[A-Z]/.test(name)) return undefined;
    const { parent } = node;
    // Methods are called, and what is set is not read.
    if (parent?.type === 'CallExpression' && parent.callee === node) return undefined;
    if (parent?.type === 'AssignmentExpression' && parent.left === node) return undefined;
    // Code that also reads it in lower case takes both.
    if (!isHeaders(node.object, view) || view.text.includes(name.toLowerCase())) return undefined;
    return [
      {
        message: `Header "${name}" is always undefined; use "${name.toLowerCase()}"`,
        start: node.start,
        end: node.end,
        evidence: name,
      },
    ];
  },
};

/** Whether it is what n8n gives as headers of a request to a webhook. */
function isHeaders(given: Node, view: SourceView, depth = 0): boolean {
  const node = unwrap(given);
  if (depth > 3) return false;
  if (node.type === 'CallExpression') return memberName(unwrap(node.callee)) === 'getHeaderData';
  if (node.type === 'MemberExpression') return memberName(node) === 'headers' && isRequest(node.object, view);
  if (node.type !== 'Identifier') return false;
  const binding = view.tree.scopeOf(node).lookup(node.name);
  if (binding?.writes !== 1 || !binding.value) return false;
  if (binding.path.length === 0) return isHeaders(binding.value, view, depth + 1);
  return binding.path.length === 1 && binding.path[0] === 'headers' && isRequest(binding.value, view);
}

function isRequest(given: Node, view: SourceView, depth = 0): boolean {
  const node = unwrap(given);
  if (node.type === 'CallExpression') return memberName(unwrap(node.callee)) === 'getRequestObject';
  if (node.type !== 'Identifier' || depth > 3) return false;
  const value = view.constants.value(node);
  return value !== undefined && isRequest(value, view, depth + 1);
}

const indexShadowed: NodeRule = {
  code: 'nodes-item-index-shadowed',
  title: 'Parameter of a callback shadows the item index',
  severity: 'error',
  why: 'The parameter of the callback hides the loop variable: the output is paired with another item, or an error names the wrong one.',
  fix: 'Rename or remove the parameter of the callback.',
  bad: 'for (let i = 0; i < items.length; i++) {\n  rows.map((row, i) => ({ json: row, pairedItem: { item: i } }));\n}',
  good: 'for (let i = 0; i < items.length; i++) {\n  rows.map((row) => ({ json: row, pairedItem: { item: i } }));\n}',
  docs: docs.nodeMethods,
  types: ['Identifier'],
  check({ node, view }) {
    if (node.type !== 'Identifier' || !isItemIndex(node) || !isShadowed(node, node.name, view)) return undefined;
    const message = `"${node.name}" is the index of the inner list, not of the input item`;
    return [{ message, start: node.start, end: node.end }];
  },
};

/** `pairedItem: i`, `pairedItem: { item: i }`, `itemIndex: i`, `getNodeParameter('id', i)` */
function isItemIndex(node: Node): boolean {
  const { parent } = node;
  if (parent?.type === 'CallExpression')
    return parent.arguments[1] === node && memberName(unwrap(parent.callee)) === 'getNodeParameter';
  if (parent?.type !== 'Property' || parent.value !== node) return false;
  const name = keyName(parent);
  if (name === 'pairedItem' || name === 'itemIndex') return true;
  const outer = parent.parent?.parent;
  return name === 'item' && outer?.type === 'Property' && keyName(outer) === 'pairedItem';
}

/** Whether a name is a parameter of a callback for another list, within a loop over the items whose variable has the same name. */
function isShadowed(node: Node, name: string, view: SourceView): boolean {
  const textOf = ({ start, end }: Node) => view.text.slice(start, end);
  let list: string | undefined;
  for (let at: Node | null | undefined = node; at; at = at.parent) {
    if (at.type === 'ArrowFunctionExpression' || at.type === 'FunctionExpression') {
      const own = at.params.findIndex((parameter) => nameOf(parameter) === name);
      const callee = at.parent?.type === 'CallExpression' ? unwrap(at.parent.callee) : undefined;
      const isCallback =
        callee?.type === 'MemberExpression' && /^(?:map|flatMap|forEach|filter)$/.test(memberName(callee) ?? '');
      if (list === undefined && own >= 0) {
        if (own === 0 || !isCallback) return false;
        list = textOf(callee.object);
      }
    }
    if (at.type !== 'ForStatement' || at.init?.type !== 'VariableDeclaration') continue;
    if (!at.init.declarations.some(({ id }) => nameOf(id) === name)) continue;
    const limit = at.test?.type === 'BinaryExpression' ? unwrap(at.test.right) : undefined;
    const items = limit?.type === 'MemberExpression' && memberName(limit) === 'length' ? textOf(limit.object) : '';
    return list !== undefined && /items$|input/i.test(items) && list !== items;
  }
  return false;
}

const nameOf = (node: Node) => (node.type === 'Identifier' ? node.name : undefined);

const caseFallsThrough: NodeRule = {
  code: 'nodes-case-falls-through',
  title: 'Case falls through to the next one',
  severity: 'error',
  why: 'Without `break` or `return`, the code of the next case runs as well. This is an error if the next case overwrites a variable that this case assigned; otherwise a warning.',
  fix: 'End the case with `break`. If the fall-through is intended, add the comment `// falls through`.',
  bad: "case 'create':\n  result = await create();\ncase 'delete':\n  result = await remove();\n  break;",
  good: "case 'create':\n  result = await create();\n  break;\ncase 'delete':\n  result = await remove();\n  break;",
  docs: 'https://eslint.org/docs/latest/rules/no-fallthrough',
  types: ['SwitchStatement'],
  check({ node, view }) {
    if (node.type !== 'SwitchStatement') return undefined;
    const subject = unwrap(node.discriminant);
    const name = subject.type === 'Identifier' ? subject.name : (memberName(subject) ?? '');
    const isOfOperations = /(?:resource|operation)$/i.test(name);
    return node.cases.flatMap((one, index) => {
      const next = node.cases[index + 1];
      // Those that fall through to `default` mostly end in an error there.
      if (!next?.test || one.consequent.length === 0 || one.consequent.some((each) => ends(each) || breaks(each)))
        return [];
      if (/falls?[\s-]?through/i.test(view.text.slice(one.start, next.start))) return [];
      const [from, to] = [one, next].map(({ test }) => (test ? view.text.slice(test.start, test.end) : 'default'));
      const lost = replacedBy(one.consequent, next.consequent);
      if (lost === undefined && !isOfOperations) return [];
      const message = `Case ${from} falls through to case ${to}${lost === undefined ? '' : `, which overwrites "${lost}"`}`;
      const severity = lost === undefined ? ({ severity: 'warning' } as const) : {};
      return [{ message, start: next.start, end: next.test.end, ...severity }];
    });
  },
};

/** A variable to which both assign: what the first ones assign is lost. */
function replacedBy(statements: readonly Node[], others: readonly Node[]): string | undefined {
  // Where the value was read before, it is not lost.
  const first = others.find(({ type }) => type !== 'VariableDeclaration');
  const name = first && assignedIn(first);
  if (!first || name === undefined) return undefined;
  const at = statements.findLastIndex((one) => assignedIn(one) === name);
  const between = [...statements.slice(at + 1), ...others.slice(0, others.indexOf(first))];
  return at >= 0 && !between.some((one) => reads(one, name)) && !reads(valueIn(first), name) ? name : undefined;
}

/** `name = value` */
function assignmentIn(node: Node) {
  const expression = node.type === 'ExpressionStatement' ? unwrap(node.expression) : undefined;
  return expression?.type === 'AssignmentExpression' && expression.operator === '=' ? expression : undefined;
}

/** The variable to which a statement assigns a value as a whole. */
function assignedIn(node: Node): string | undefined {
  const assignment = assignmentIn(node);
  return assignment && nameOf(assignment.left);
}

const valueIn = (node: Node) => assignmentIn(node)?.right;

/** Whether code mentions a variable. */
function reads(node: Node | undefined, name: string): boolean {
  const todo: Node[] = node ? [node] : [];
  for (let one = todo.pop(); one; one = todo.pop()) {
    if (nameOf(one) === name && isReference(one)) return true;
    todo.push(...childrenOf(one));
  }
  return false;
}

/** Whether what follows a statement is never reached. Where that is unclear, it counts as not reached. */
function ends(node: Node): boolean {
  switch (node.type) {
    case 'ReturnStatement':
    case 'ThrowStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'LabeledStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
      return true;
    case 'BlockStatement':
      return node.body.some(ends);
    case 'IfStatement':
      return !!node.alternate && ends(node.consequent) && ends(node.alternate);
    case 'TryStatement':
      return (
        (node.finalizer ? ends(node.finalizer) : false) ||
        (ends(node.block) && (!node.handler || ends(node.handler.body)))
      );
    case 'SwitchStatement':
      return !node.cases.some(({ consequent }) => consequent.some(breaks)) && node.cases.some(({ test }) => !test);
    case 'ForStatement':
      return !node.test;
    default:
      return false;
  }
}

/** Whether a statement leaves the switch around it. */
function breaks(node: Node): boolean {
  if (node.type === 'BreakStatement') return !node.label;
  if (node.type === 'BlockStatement') return node.body.some(breaks);
  if (node.type === 'IfStatement') return breaks(node.consequent) || (!!node.alternate && breaks(node.alternate));
  if (node.type !== 'TryStatement') return false;
  return breaks(node.block) || (!!node.handler && breaks(node.handler.body));
}

const optionSwapped: NodeRule = {
  code: 'nodes-option-swapped',
  title: 'Name and value of an option are swapped',
  severity: 'error',
  why: 'The editor shows the `name` of an option, and the node gets its `value`: users see IDs to choose from, and the API gets a name where it expects an ID.',
  fix: 'Use the name as `name`, and the ID as `value`.',
  bad: 'users.map((user) => ({ name: user.id, value: user.name }))',
  good: 'users.map((user) => ({ name: user.name, value: user.id }))',
  docs: docs.nodeDescription,
  types: ['ObjectExpression'],
  check({ node, view }) {
    // Others are pairs that an API takes.
    if (node.type !== 'ObjectExpression' || !/INodePropertyOptions|loadOptions|listSearch/.test(view.text))
      return undefined;
    const fieldOf = (wanted: string) => {
      const property = node.properties.find((one) => one.type === 'Property' && keyName(one) === wanted);
      const value = property?.type === 'Property' ? asGiven(property.value) : undefined;
      if (value?.type !== 'MemberExpression') return undefined;
      return { field: memberName(value) ?? '', of: view.text.slice(value.object.start, value.object.end) };
    };
    const [name, value] = [fieldOf('name'), fieldOf('value')];
    if (!name || !value || name.of !== value.of) return undefined;
    if (!/^(?:_?id|uuid|guid)$/i.test(name.field) || !/^(?:name|title|label|display_?name)$/i.test(value.field))
      return undefined;
    const message = `The option shows "${name.field}", and has "${value.field}" as its value`;
    return [{ message, start: node.start, end: node.end }];
  },
};

/** A value without what makes it a text: `String(user.id)`, `user.id.toString()`. */
function asGiven(node: Node): Node {
  const value = unwrap(node);
  if (value.type === 'TemplateLiteral') {
    const [only, ...others] = value.expressions;
    const isWhole = value.quasis.every(({ value: { raw } }) => raw === '');
    return only && others.length === 0 && isWhole ? unwrap(only) : value;
  }
  if (value.type !== 'CallExpression') return value;
  const callee = unwrap(value.callee);
  const [argument] = value.arguments;
  if (callee.type === 'Identifier' && callee.name === 'String' && argument) return unwrap(argument);
  return callee.type === 'MemberExpression' && memberName(callee) === 'toString' ? unwrap(callee.object) : value;
}

/** Rules about slips that compile. They run in the sandbox. */
export const slipRules: readonly NodeRule[] = [
  indexAsRadix,
  busyWait,
  booleanAlwaysTrue,
  headerCase,
  indexShadowed,
  caseFallsThrough,
  optionSwapped,
  monthZeroBased,
  httpCodeNumber,
  resultUnused,
  patternKeepsPlace,
  firstNewlineOnly,
  secondsAsMilliseconds,
  millisecondsInToken,
];
