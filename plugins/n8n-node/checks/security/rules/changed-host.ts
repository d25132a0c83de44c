import type { Node } from 'oxc-parser';
import { unwrap } from '../../../ast/children.ts';
import type { SourceViolation } from '../../../model/sources/source-rule.ts';
import type { SourceView } from '../../../model/sources/source-view.ts';

/** Modules that n8n and all nodes share. */
const shared = /^(?:n8n|n8n-core|n8n-workflow|n8n-nodes-base)(?:\/|$)/;
/** Functions that modify their first argument. */
export const changing =
  /^(Object\.(defineProperty|defineProperties|assign|setPrototypeOf)|Reflect\.(defineProperty|set))$/;
const maxDepth = 30;

/** Assignments to what is imported from n8n: `NodeHelpers.getNodeParameters = …`. */
export function* changedHost(node: Node, view: SourceView): Iterable<SourceViolation> {
  const changed = changedIn(node, view);
  const module = changed && moduleOf(changed, view);
  if (module === undefined) return;
  const message = `\`${module}\` is modified, which affects n8n and all other nodes`;
  yield { message, start: node.start, end: node.end };
}

function changedIn(node: Node, view: SourceView): Node | undefined {
  if (node.type === 'AssignmentExpression') return node.left.type === 'MemberExpression' ? node.left.object : undefined;
  if (node.type !== 'CallExpression') return undefined;
  return changing.test(view.globals.of(node.callee)?.join('.') ?? '') ? node.arguments[0] : undefined;
}

/** The module of n8n that exports the value of an expression; undefined for results of calls. */
function moduleOf(node: Node, view: SourceView, depth = 0): string | undefined {
  const inner = unwrap(node);
  if (depth > maxDepth) return undefined;
  if (inner.type === 'MemberExpression') return moduleOf(inner.object, view, depth + 1);
  if (inner.type === 'CallExpression') {
    if (view.globals.of(inner.callee)?.join('.') !== 'require') return undefined;
    const [first] = inner.arguments;
    return hostModule(first && view.constants.text(first)?.text);
  }
  if (inner.type !== 'Identifier') return undefined;
  const binding = view.tree.scopeOf(inner).lookup(inner.name);
  if (binding?.value === undefined || binding.writes !== 1) return undefined;
  return binding.value.type === 'ImportDeclaration'
    ? hostModule(binding.value.source.value)
    : moduleOf(binding.value, view, depth + 1);
}

const hostModule = (name: string | undefined) => (name !== undefined && shared.test(name) ? name : undefined);
