import type { Node } from 'oxc-parser';
import { isReference } from '../../ast/children.ts';
import { memoize } from '../../memoize.ts';
import type { SourceView } from './source-view.ts';

/** The references to each name; types are none. */
const references = memoize(({ tree }: SourceView) => Map.groupBy(tree.nodes.filter(isReference), nameOf));

/** All references in the file, also those to other variables of that name. */
export function referencesTo(name: string, view: SourceView): readonly Node[] {
  return (references(view).get(name) ?? []).filter(({ parent }) => !isDeclaration(parent, name));
}

/**
 * The exports of a file through which alone a place is reached: none if nothing leads there. Undefined for what runs when the
 * file is loaded, for members of classes and default exports.
 */
export function exportsTo(node: Node, view: SourceView): string[] | undefined {
  const exported = new Set<string>();
  const todo = [node];
  const names = new Set<string>();
  for (const at of todo) {
    const owner = ownerOf(at);
    if (owner === undefined) return undefined;
    if (names.has(owner.name)) continue;
    names.add(owner.name);
    if (owner.isExported) exported.add(owner.name);
    for (const reference of referencesTo(owner.name, view)) {
      if (reference.parent?.type !== 'ExportSpecifier') todo.push(reference);
      else if (reference.parent.exported.type === 'Identifier') exported.add(reference.parent.exported.name);
      else return undefined;
    }
  }
  return [...exported];
}

const nameOf = (node: Node) => (node.type === 'Identifier' ? node.name : '');

function isDeclaration(parent: Node | null | undefined, name: string): boolean {
  const isNamed = parent?.type === 'FunctionDeclaration' || parent?.type === 'VariableDeclarator';
  return isNamed && parent.id?.type === 'Identifier' && parent.id.name === name;
}

/** The function or constant of the module that contains a node. */
function ownerOf(node: Node): { name: string; isExported: boolean } | undefined {
  let at = node;
  let constant: Node | undefined;
  while (at.parent && at.parent.type !== 'Program' && at.parent.type !== 'ExportNamedDeclaration') {
    if (at.type === 'VariableDeclarator') constant = at;
    at = at.parent;
  }
  const isExported = at.parent?.type === 'ExportNamedDeclaration';
  if (at.type === 'FunctionDeclaration') return at.id ? { name: at.id.name, isExported } : undefined;
  if (constant?.type !== 'VariableDeclarator' || constant.id.type !== 'Identifier') return undefined;
  const isInert = ['ArrowFunctionExpression', 'FunctionExpression', 'Literal', 'TemplateLiteral'].includes(
    constant.init?.type ?? '',
  );
  return isInert ? { name: constant.id.name, isExported } : undefined;
}
