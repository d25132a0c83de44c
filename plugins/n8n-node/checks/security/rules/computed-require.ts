import type { Node } from 'oxc-parser';
import { isReference, unwrap } from '../../../ast/children.ts';
import { docs } from '../../../docs-links.ts';
import type { NodeRule, SourceViolation } from '../../../model/sources/source-rule.ts';
import type { SourceView } from '../../../model/sources/source-view.ts';
import { placeInPackage } from '../own-path.ts';

/**
 * Modules that are loaded by a computed name, or with an alias of `require`. n8n's linter reports plain
 * `require('name')` and `import('name')`.
 */
export const computedRequire: NodeRule = {
  code: 'security-computed-require',
  title: 'Module name is computed or require is aliased',
  severity: 'error',
  why: 'n8n allows only a few modules and detects the others by name. It does not detect a computed name or an alias of `require`, and reviewers cannot tell which module is loaded.',
  fix: 'Import each module by its literal name, with a static `import` or with `require`.',
  bad: "const load = require;\nconst http = load('ht' + 'tp');",
  good: "import { createHash } from 'node:crypto';",
  docs: docs.verification,
  supersededBy: ['@n8n/community-nodes/no-restricted-imports'],
  types: ['ImportExpression', 'CallExpression', 'Identifier'],
  check({ node, view }) {
    const violation = violationIn(node, view);
    return violation && [violation];
  },
};

function violationIn(node: Node, view: SourceView): SourceViolation | undefined {
  if (node.type === 'ImportExpression') return loaded(node, node.source, view);
  if (node.type === 'CallExpression') return called(node, view);
  if (node.type !== 'Identifier' || node.name !== 'require' || !isPassedOn(node) || !isGlobalRequire(node, view))
    return undefined;
  return { message: '`require` is passed as a value, so the modules it loads are unknown', ...outer(node) };
}

function called(node: Extract<Node, { type: 'CallExpression' }>, view: SourceView): SourceViolation | undefined {
  const path = view.globals.of(node.callee)?.join('.');
  if (path === 'require' || path === 'module.require') {
    const [name] = node.arguments;
    return name && (loaded(node, name, view) ?? renamed(node, name, view));
  }
  if (path === undefined || !/^(module\.)?require\.(call|apply|bind)$/.test(path) || isInteropShim(node))
    return undefined;
  return { message: `\`${path}\` hides which module is loaded`, start: node.start, end: node.end };
}

function loaded(node: Node, name: Node, view: SourceView): SourceViolation | undefined {
  const constant = view.constants.text(name);
  const place = constant ? undefined : placeInPackage(name, view);
  if (constant?.how === 'plain' || place === 'certain') return undefined;
  const message = constant ? `Module name "${constant.text}" is computed` : 'Module name is determined at runtime';
  const isOwn = place === 'probable' || (!constant && (isOfPackage(name) || isResolved(name, view)));
  return { message, start: node.start, end: node.end, ...(isOwn && { severity: 'warning' }) };
}

/** `require.resolve('name', …)`: the name can be read, but not the folder. */
const isResolved = (name: Node, view: SourceView): boolean =>
  name.type === 'CallExpression' &&
  view.globals.of(name.callee)?.join('.') === 'require.resolve' &&
  name.arguments[0] !== undefined &&
  view.constants.text(name.arguments[0])?.how === 'plain';

/** A template that starts next to the file: the module is probably one of the package. */
function isOfPackage(name: Node): boolean {
  const quasis = name.type === 'TemplateLiteral' ? name.quasis.map(({ value }) => value.cooked ?? '') : [];
  return (quasis[0] ?? '').startsWith('./') && !quasis.some((part) => part.includes('..'));
}

/** `const load = require; load('fs')`, which linters do not detect. */
function renamed(
  node: Extract<Node, { type: 'CallExpression' }>,
  name: Node,
  view: SourceView,
): SourceViolation | undefined {
  const callee = unwrap(node.callee);
  const plain = callee.type === 'Identifier' && callee.name === 'require';
  const module = view.constants.text(name)?.text;
  if (plain || module === undefined || /^\.\.?\//.test(module)) return undefined;
  return { message: `"${module}" is loaded with an alias of \`require\``, start: node.start, end: node.end };
}

/** Passed to a function, or stored in an array or an object. */
function isPassedOn(node: Node): boolean {
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
 * The helper that esbuild adds to a bundle, so that code in it finds `require`:
 * `var __require = (x => …)(function (x) { … return require.apply(this, arguments) … })`.
 */
function isInteropShim(node: Node): boolean {
  for (let at = node.parent; at; at = at.parent) {
    if (at.type === 'VariableDeclarator') return at.id.type === 'Identifier' && at.id.name === '__require';
  }
  return false;
}
