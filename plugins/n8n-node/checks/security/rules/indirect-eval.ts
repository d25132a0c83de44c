import type { Node } from 'oxc-parser';
import { isReference, unwrap } from '../../../ast/children.ts';
import { docs } from '../../../docs-links.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';
import type { SourceView } from '../../../model/sources/source-view.ts';

const message = (way: string) => `Text is evaluated as code with ${way}`;

/** Indirect evaluation of text as code; n8n's linter reports `eval(` and `new Function(`. */
export const indirectEval: NodeRule = {
  code: 'security-indirect-eval',
  title: 'Text is evaluated as code indirectly',
  severity: 'error',
  why: 'Code that is created from text at runtime cannot be reviewed. An alias, or the constructor of a function, has the same effect as `eval`.',
  fix: 'Write the code directly. For user input, use a parser or an n8n expression.',
  bad: "const run = (0, eval);\n(() => {}).constructor('return 1')();",
  good: 'const value = JSON.parse(text);',
  docs: docs.verification,
  supersededBy: ['@n8n/community-nodes/no-dangerous-functions'],
  types: ['CallExpression', 'NewExpression', 'Identifier', 'MemberExpression'],
  check({ node, view }) {
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const way = wayOfCall(node, view);
      return way === undefined ? undefined : [{ message: message(way), start: node.start, end: node.end }];
    }
    if (!isEvalAsValue(node, view)) return undefined;
    const { start, end } = node.parent ?? node;
    return [{ message: '`eval` is used as a value, so it can be called by another name', start, end }];
  },
};

type Call = Extract<Node, { type: 'CallExpression' | 'NewExpression' }>;

function wayOfCall(node: Call, view: SourceView): string | undefined {
  const callee = unwrap(node.callee);
  const path = view.globals.of(callee);
  const plain = callee.type === 'Identifier' && (callee.name === 'Function' || callee.name === 'eval');
  switch (path?.join('.')) {
    case 'Function':
      return plain ? undefined : 'an alias of the `Function` constructor';
    case 'Function.call':
    case 'Function.apply':
    case 'Function.bind':
    case 'Function.constructor':
    case 'Function.prototype.constructor':
      return 'the `Function` constructor';
    case 'Reflect.construct':
    case 'Reflect.apply': {
      const [target] = node.arguments;
      const reached = target && view.globals.of(target)?.join('.');
      return reached === 'Function' || reached === 'eval' ? `\`Reflect\` and \`${reached}\`` : undefined;
    }
  }
  return node.arguments.length > 0 && isConstructorOfFunctions(callee, view)
    ? 'the constructor of a function'
    : undefined;
}

/** `(() => {}).constructor`, `''.at.constructor`, `[].constructor.constructor`, also through a variable. */
function isConstructorOfFunctions(node: Node, view: SourceView): boolean {
  const inner = resolve(node, view);
  if (inner.type !== 'MemberExpression' || view.globals.keyOf(inner) !== 'constructor') return false;
  return isFunction(resolve(inner.object, view), view);
}

function isFunction(node: Node, view: SourceView): boolean {
  switch (node.type) {
    case 'FunctionExpression':
    case 'FunctionDeclaration':
    case 'ArrowFunctionExpression':
    case 'ClassExpression':
    case 'ClassDeclaration':
      return true;
    case 'MemberExpression': {
      const key = view.globals.keyOf(node);
      if (key === 'constructor') return true;
      // A method of a literal.
      const holder = resolve(node.object, view).type;
      return key !== 'length' && (holder === 'ArrayExpression' || holder === 'Literal' || holder === 'TemplateLiteral');
    }
    case 'CallExpression': {
      const path = view.globals.of(node.callee)?.join('.');
      const [of] = node.arguments;
      const asks = path === 'Object.getPrototypeOf' || path === 'Reflect.getPrototypeOf';
      return asks && of !== undefined && isFunction(resolve(of, view), view);
    }
    default:
      return false;
  }
}

/** The value of a variable that is assigned once. */
function resolve(node: Node, view: SourceView, depth = 0): Node {
  const inner = unwrap(node);
  if (inner.type !== 'Identifier' || depth > 10) return inner;
  const value = view.constants.value(inner);
  return value ? resolve(value, view, depth + 1) : inner;
}

/** `(0, eval)`, `const run = eval`, `globalThis.eval`: not `eval(…)` and not `typeof eval`. */
function isEvalAsValue(node: Node, view: SourceView): boolean {
  if (node.type === 'Identifier') {
    if (node.name !== 'eval' || !isReference(node) || view.tree.scopeOf(node).lookup('eval')) return false;
  } else if (node.type !== 'MemberExpression' || view.globals.of(node)?.join('.') !== 'eval') {
    return false;
  }
  const { parent } = node;
  if (parent?.type === 'CallExpression' && parent.callee === node) return node.type === 'MemberExpression';
  if (parent?.type === 'UnaryExpression' || parent?.type === 'BinaryExpression') return false;
  return !(parent?.type === 'MemberExpression' && parent.object === node);
}
