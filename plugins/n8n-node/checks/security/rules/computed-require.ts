import type { Node } from 'oxc-parser';
import { isReference, unwrap } from '../../../ast/children.ts';
import { docs } from '../../../docs-links.ts';
import type { NodeRule, SourceViolation } from '../../../model/sources/source-rule.ts';
import type { SourceView } from '../../../model/sources/source-view.ts';

/**
 * Modules that are loaded by a name the source does not spell out, or by a `require` under another name. Plain
 * `require('name')` and `import('name')` are n8n's own to judge.
 */
export const computedRequire: NodeRule = {
  code: 'security-computed-require',
  title: 'What is loaded is not written in the source',
  severity: 'error',
  why: 'n8n allows a few modules and looks for the others by name. A name that is put together, read from a variable or given to `require` under another name is not seen by that, and no reviewer can tell what runs.',
  fix: 'Import each module by a plain name: a static `import`, or `require` with one literal.',
  bad: "const load = require;\nconst http = load('ht' + 'tp');",
  good: "import { createHash } from 'node:crypto';",
  docs: docs.verification,
  supersededBy: ['@n8n/community-nodes/no-restricted-imports'],
  types: ['ImportExpression', 'CallExpression', 'Identifier'],
  check({ node, view }) {
    const sight = seen(node, view);
    return sight && [sight];
  },
};

function seen(node: Node, view: SourceView): SourceViolation | undefined {
  if (node.type === 'ImportExpression') return loaded(node, node.source, view);
  if (node.type === 'CallExpression') return called(node, view);
  if (node.type !== 'Identifier' || node.name !== 'require' || !isHandedOn(node) || !isGlobalRequire(node, view))
    return undefined;
  return { message: '`require` is handed on: what it loads can not be seen here', ...outer(node) };
}

function called(node: Extract<Node, { type: 'CallExpression' }>, view: SourceView): SourceViolation | undefined {
  const path = view.globals.of(node.callee)?.join('.');
  if (path === 'require' || path === 'module.require') {
    const [name] = node.arguments;
    return name && (loaded(node, name, view) ?? renamed(node, name, view));
  }
  if (path === undefined || !/^(module\.)?require\.(call|apply|bind)$/.test(path) || isInteropShim(node))
    return undefined;
  return { message: `\`${path}\`: what it loads can not be seen`, start: node.start, end: node.end };
}

function loaded(node: Node, name: Node, view: SourceView): SourceViolation | undefined {
  const constant = view.constants.text(name);
  if (constant?.how === 'plain') return undefined;
  const message = constant
    ? `The name of the module is put together: it is "${constant.text}"`
    : 'The module that is loaded is only decided at run time';
  const own = !constant && isOfPackage(name) && { severity: 'warning' as const };
  return { message, start: node.start, end: node.end, ...own };
}

/** A template that begins with a folder beside the file: what is loaded is the package's own, as far as can be seen. */
function isOfPackage(name: Node): boolean {
  const quasis = name.type === 'TemplateLiteral' ? name.quasis.map(({ value }) => value.cooked ?? '') : [];
  return /^\.\/[\w-]+\//.test(quasis[0] ?? '') && !quasis.some((part) => part.includes('..'));
}

/** `const load = require; load('fs')`: no linter that looks for `require` sees it. */
function renamed(
  node: Extract<Node, { type: 'CallExpression' }>,
  name: Node,
  view: SourceView,
): SourceViolation | undefined {
  const callee = unwrap(node.callee);
  const plain = callee.type === 'Identifier' && callee.name === 'require';
  const module = view.constants.text(name)?.text;
  if (plain || module === undefined || /^\.\.?\//.test(module)) return undefined;
  return { message: `"${module}" is loaded by \`require\` under another name`, start: node.start, end: node.end };
}

/** Given to a function, put into a list or an object, or returned. */
function isHandedOn(node: Node): boolean {
  if (!isReference(node)) return false;
  const { parent } = node;
  switch (parent?.type) {
    case 'CallExpression':
    case 'NewExpression':
      return parent.callee !== node;
    case 'ArrayExpression':
    case 'SpreadElement':
      return true;
    case 'Property':
      return parent.value === node && parent.parent?.type === 'ObjectExpression';
    default:
      return false;
  }
}

function isGlobalRequire(node: Node, view: SourceView): boolean {
  return view.tree.scopeOf(node).lookup('require') === undefined;
}

function outer(node: Node): { start: number; end: number } {
  const { start, end } = node.parent ?? node;
  return { start, end };
}

/**
 * What esbuild writes at the head of a bundle, so that code in it which asks for `require` finds one:
 * `var __require = (x => …)(function (x) { … return require.apply(this, arguments) … })`.
 */
function isInteropShim(node: Node): boolean {
  for (let at = node.parent; at; at = at.parent) {
    if (at.type === 'VariableDeclarator') return at.id.type === 'Identifier' && at.id.name === '__require';
  }
  return false;
}
