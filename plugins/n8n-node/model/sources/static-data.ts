import type { Node } from 'oxc-parser';
import { memberName, outermost, unwrap } from '../../ast/children.ts';
import { referencesTo } from './exports-to.ts';
import type { SourceView } from './source-view.ts';

/** A use of what n8n keeps for a workflow. */
interface StaticDataSight {
  /** `node` or `global`. */
  scope: string;
  /** `whole`: handed on, or used under a name that is not constant. */
  use: 'read' | 'stored' | 'deleted' | 'whole';
  key: string;
  start: number;
}

/** The uses of the variable that is set to `this.getWorkflowStaticData('node')`. */
export function staticDataUses(node: Node, view: SourceView): StaticDataSight[] {
  if (node.type !== 'CallExpression') return [];
  if (memberName(unwrap(node.callee)) !== 'getWorkflowStaticData') return [];
  const [argument] = node.arguments;
  const scope = argument && view.constants.text(argument)?.text;
  if (scope === undefined) return [];
  const whole: StaticDataSight = { scope, use: 'whole', key: '', start: node.start };
  // It is no promise, but many wait for it.
  const inner = outermost(node);
  const outer = inner.parent?.type === 'AwaitExpression' ? outermost(inner.parent) : inner;
  if (outer.parent?.type === 'MemberExpression') return [useOf(outer, scope) ?? whole];
  if (outer.parent?.type !== 'VariableDeclarator' || outer.parent.id.type !== 'Identifier') return [whole];
  const { name } = outer.parent.id;
  const declared = view.tree.scopeOf(outer.parent.id).lookup(name);
  if (declared?.writes !== 1) return [whole];
  return referencesTo(name, view)
    .filter((reference) => view.tree.scopeOf(reference).lookup(name) === declared)
    .map((reference) => useOf(outermost(reference), scope) ?? { ...whole, start: reference.start });
}

function useOf(object: Node, scope: string): StaticDataSight | undefined {
  const member = object.parent;
  if (member?.type !== 'MemberExpression' || member.object !== object) return undefined;
  const key = memberName(member);
  if (key === undefined) return undefined;
  const outer = outermost(member);
  const user = outer.parent;
  const { start } = member.property;
  if (user?.type === 'UnaryExpression' && user.operator === 'delete') return { scope, use: 'deleted', key, start };
  const isStored = (user?.type === 'AssignmentExpression' && user.left === outer) || user?.type === 'UpdateExpression';
  return { scope, use: isStored ? 'stored' : 'read', key, start };
}
