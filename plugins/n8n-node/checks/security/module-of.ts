import type { Node } from 'oxc-parser';
import { unwrap } from '../../ast/children.ts';
import type { SourceView } from '../../model/sources/source-view.ts';

const maxDepth = 20;

/** The module that exports the value of an expression; undefined for results of calls. */
export function moduleOf(node: Node, view: SourceView, depth = 0): string | undefined {
  const inner = unwrap(node);
  if (depth > maxDepth) return undefined;
  if (inner.type === 'MemberExpression') return moduleOf(inner.object, view, depth + 1);
  if (inner.type === 'CallExpression') {
    if (view.globals.of(inner.callee)?.join('.') !== 'require') return undefined;
    const [first] = inner.arguments;
    return first && view.constants.text(first)?.text;
  }
  if (inner.type !== 'Identifier') return undefined;
  const binding = view.tree.scopeOf(inner).lookup(inner.name);
  if (binding?.value === undefined || binding.writes !== 1) return undefined;
  return binding.value.type === 'ImportDeclaration'
    ? binding.value.source.value
    : moduleOf(binding.value, view, depth + 1);
}
