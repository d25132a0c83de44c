import type { Node } from 'oxc-parser';
import { keyName } from '../../ast/scope.ts';

/** The groups of `methods` that the editor calls for a parameter. */
const groups = /^(?:loadOptions|listSearch|resourceMapping|localResourceMapping)$/;

/** The method of a node that code is in, if the editor calls it only for parameters that name it: `loadOptions.getTeams`. */
export function listMethodAround(code: Node): string | undefined {
  for (let node: Node | null | undefined = code; node?.parent; node = node.parent) {
    const parent: Node = node.parent;
    if (parent.type !== 'Property' || parent.value !== node || !/Function/.test(node.type)) continue;
    const group = parent.parent?.type === 'ObjectExpression' ? parent.parent.parent : undefined;
    const [list, name] = [group?.type === 'Property' ? keyName(group) : undefined, keyName(parent)];
    if (list !== undefined && name !== undefined && groups.test(list)) return `${list}.${name}`;
  }
  return undefined;
}
