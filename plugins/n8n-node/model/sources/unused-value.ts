import type { Node } from 'oxc-parser';
import { isReference, outermost } from '../../ast/children.ts';
import { memoize } from '../../memoize.ts';
import type { SourceView } from './source-view.ts';

/** Whether a value is only given to a variable of which nothing is read, or of which it is asked whether it is there, for nothing. */
export function isUnused(value: Node, view: SourceView): boolean {
  const outer = outermost(value);
  const { parent } = outer;
  if (parent?.type !== 'VariableDeclarator' || parent.init !== outer || parent.id.type !== 'Identifier') return false;
  const { name } = parent.id;
  const { tree } = view;
  const variable = tree.scopeOf(parent).lookup(name);
  const uses = (referencesIn(view).get(name) ?? []).filter(
    (one) => one !== parent.id && tree.scopeOf(one).lookup(name) === variable,
  );
  return uses.every(decidesNothing);
}

/** The references of a file, by name. */
const referencesIn = memoize(({ tree }: SourceView): ReadonlyMap<string, readonly Node[]> => {
  const references = tree.nodes.filter((node) => node.type === 'Identifier' && isReference(node));
  return Map.groupBy(references, (node) => (node.type === 'Identifier' ? node.name : ''));
});

/** `if (value) {}` */
function decidesNothing(use: Node): boolean {
  let test = use;
  while (test.parent && /^(?:Unary|Logical|Binary|Parenthesized)Expression$/.test(test.parent.type)) test = test.parent;
  const { parent } = test;
  if (parent?.type !== 'IfStatement' || parent.test !== test || parent.alternate) return false;
  return parent.consequent.type === 'BlockStatement' && parent.consequent.body.length === 0;
}
