import type { Node } from 'oxc-parser';
import type { SourceViolation } from '../../../model/sources/source-rule.ts';
import type { SourceView } from '../../../model/sources/source-view.ts';
import { moduleOf } from '../module-of.ts';

/** Modules that n8n and all nodes share. */
const shared = /^(?:n8n|n8n-core|n8n-workflow|n8n-nodes-base)(?:\/|$)/;
/** Functions that modify their first argument. */
export const changing =
  /^(Object\.(defineProperty|defineProperties|assign|setPrototypeOf)|Reflect\.(defineProperty|set))$/;

/** Assignments to what is imported from n8n: `NodeHelpers.getNodeParameters = …`. */
export function* changedHost(node: Node, view: SourceView): Iterable<SourceViolation> {
  const changed = changedIn(node, view);
  const module = changed && moduleOf(changed, view);
  if (module === undefined || !shared.test(module)) return;
  const message = `\`${module}\` is modified, which affects n8n and all other nodes`;
  yield { message, start: node.start, end: node.end };
}

function changedIn(node: Node, view: SourceView): Node | undefined {
  if (node.type === 'AssignmentExpression') return node.left.type === 'MemberExpression' ? node.left.object : undefined;
  if (node.type !== 'CallExpression') return undefined;
  return changing.test(view.globals.of(node.callee)?.join('.') ?? '') ? node.arguments[0] : undefined;
}
