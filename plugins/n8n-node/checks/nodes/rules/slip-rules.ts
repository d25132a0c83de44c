import type { Node } from 'oxc-parser';
import { memberName, unwrap } from '../../../ast/children.ts';
import { keyName } from '../../../ast/scope.ts';
import { docs } from '../../../docs-links.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';
import type { SourceView } from '../../../model/sources/source-view.ts';

const indexAsRadix: NodeRule = {
  code: 'nodes-index-as-radix',
  title: 'Numbers are converted with their index as radix',
  severity: 'error',
  why: '`map` also passes the index, which `parseInt` takes for the radix: of "10, 11, 12" it makes 10, NaN and 1.',
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
    const message = '`map(parseInt)` converts each number with its index as radix';
    return [{ message, start: callee.property.start, end: node.end }];
  },
};

const headerCase: NodeRule = {
  code: 'nodes-header-case',
  title: 'Header of the webhook is read with capital letters',
  severity: 'error',
  why: 'Node.js names the headers of a request in lower case, so the value is always undefined.',
  fix: 'Write the name of the header in lower case.',
  bad: "this.getHeaderData()['X-Acme-Signature']",
  good: "this.getHeaderData()['x-acme-signature']",
  docs: 'https://nodejs.org/api/http.html#messageheaders',
  types: ['MemberExpression'],
  check({ node, view }) {
    const name = memberName(node);
    if (node.type !== 'MemberExpression' || name === undefined || !/[A-Z]/.test(name)) return undefined;
    // Code that also reads it in lower case takes both.
    if (!isHeaders(node.object, view) || view.text.includes(`'${name.toLowerCase()}'`)) return undefined;
    return [{ message: `Header "${name}" is always undefined`, start: node.start, end: node.end, evidence: name }];
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
  const binding = view.tree.scopeOf(node).lookup(node.name);
  return (
    binding?.writes === 1 && !!binding.value && binding.path.length === 0 && isRequest(binding.value, view, depth + 1)
  );
}

const indexShadowed: NodeRule = {
  code: 'nodes-item-index-shadowed',
  title: 'Index of an inner list is used as the index of the item',
  severity: 'error',
  why: 'The callback has a parameter with the name of the loop variable: n8n pairs the output with another input item, or names the wrong item in an error.',
  fix: 'Give the parameter of the callback another name, or remove it.',
  bad: 'for (let i = 0; i < items.length; i++) {\n  rows.map((row, i) => ({ json: row, pairedItem: { item: i } }));\n}',
  good: 'for (let i = 0; i < items.length; i++) {\n  rows.map((row) => ({ json: row, pairedItem: { item: i } }));\n}',
  docs: docs.nodeMethods,
  types: ['Identifier'],
  check({ node }) {
    if (node.type !== 'Identifier' || !isItemIndex(node) || !isShadowed(node, node.name)) return undefined;
    const message = `"${node.name}" is the index of the inner list, not that of the input item`;
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

/** Whether a name is a parameter of a callback for a list, within a loop whose variable has the same name. */
function isShadowed(node: Node, name: string): boolean {
  let isParameter = false;
  for (let at: Node | null | undefined = node; at; at = at.parent) {
    if (at.type === 'ArrowFunctionExpression' || at.type === 'FunctionExpression') {
      const isOwn = at.params.some((parameter, index) => index > 0 && nameOf(parameter) === name);
      const isCallback =
        at.parent?.type === 'CallExpression' && /^(?:map|flatMap|forEach|filter)$/.test(methodOf(at.parent));
      if (!isParameter && at.params.some((parameter) => nameOf(parameter) === name) && !(isOwn && isCallback))
        return false;
      isParameter ||= isOwn;
    }
    if (at.type === 'ForStatement' && at.init?.type === 'VariableDeclaration')
      for (const { id } of at.init.declarations)
        if (nameOf(id) === name) return isParameter && /\.length$/.test(limitOf(at));
  }
  return false;
}

const nameOf = (node: Node) => (node.type === 'Identifier' ? node.name : undefined);
const methodOf = (call: Node) => (call.type === 'CallExpression' ? (memberName(unwrap(call.callee)) ?? '') : '');

/** `items.length` of `i < items.length` */
function limitOf({ test }: Extract<Node, { type: 'ForStatement' }>): string {
  const right = test?.type === 'BinaryExpression' ? unwrap(test.right) : undefined;
  return right?.type === 'MemberExpression' ? `.${memberName(right)}` : '';
}

const caseFallsThrough: NodeRule = {
  code: 'nodes-case-falls-through',
  title: 'Case of an operation runs on into the next one',
  severity: 'error',
  why: 'Without `break` or `return`, the code of the next operation runs as well.',
  fix: 'End the case with `break`. If it is meant to run on, say so in a comment: `// falls through`.',
  bad: "case 'create':\n  result = await create();\ncase 'delete':\n  result = await remove();\n  break;",
  good: "case 'create':\n  result = await create();\n  break;\ncase 'delete':\n  result = await remove();\n  break;",
  docs: 'https://eslint.org/docs/latest/rules/no-fallthrough',
  types: ['SwitchStatement'],
  check({ node, view }) {
    if (node.type !== 'SwitchStatement') return undefined;
    const subject = unwrap(node.discriminant);
    const name = subject.type === 'Identifier' ? subject.name : (memberName(subject) ?? '');
    if (!/(?:resource|operation)$/i.test(name)) return undefined;
    return node.cases.flatMap((one, index) => {
      const next = node.cases[index + 1];
      // Those that run on into `default` mostly end in an error there, which tests of any kind show.
      if (!next?.test || one.consequent.length === 0 || one.consequent.some(ends)) return [];
      if (/fall/i.test(view.text.slice(one.start, next.start))) return [];
      const [from, to] = [one, next].map(({ test }) => (test ? view.text.slice(test.start, test.end) : 'default'));
      const message = `The case ${from} runs on into the case ${to}`;
      return [{ message, start: next.start, end: next.test.end }];
    });
  },
};

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

/** Rules about slips that compile. They run in the sandbox. */
export const slipRules: readonly NodeRule[] = [indexAsRadix, headerCase, indexShadowed, caseFallsThrough];
