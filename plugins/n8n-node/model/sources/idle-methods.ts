import type { Node } from 'oxc-parser';
import { unwrap } from '../../ast/children.ts';
import { keyName } from '../../ast/scope.ts';

type ObjectNode = Extract<Node, { type: 'ObjectExpression' }>;

/** Whether an object, or its parent, is the value of a property or member of that name. */
export function isHeldBy(name: string, node: ObjectNode): boolean {
  for (const at of [node.parent, node.parent?.parent?.parent]) {
    if (at?.type === 'Property' || at?.type === 'PropertyDefinition') {
      if (keyName(at) === name) return true;
    } else {
      const { left } = at?.type === 'AssignmentExpression' ? at : {};
      if (left?.type === 'MemberExpression' && left.property.type === 'Identifier') return left.property.name === name;
    }
  }
  return false;
}

/** Methods and other values of an object, by name. */
export function methodsOf({ properties }: ObjectNode): Map<string, Node> {
  return new Map(
    properties.flatMap((property) => {
      const name = property.type === 'Property' ? keyName(property) : undefined;
      return property.type === 'Property' && name !== undefined ? [[name, property.value] as const] : [];
    }),
  );
}

/** Whether a function only returns a value of that kind. */
export function onlyReturns(node: Node | undefined, isThis: (value: Node) => boolean): boolean {
  if (node?.type !== 'FunctionExpression' && node?.type !== 'ArrowFunctionExpression') return false;
  const { body } = node;
  if (!body) return false;
  if (body.type !== 'BlockStatement') return isThis(unwrap(body));
  const [only, ...others] = body.body;
  return only?.type === 'ReturnStatement' && others.length === 0 && !!only.argument && isThis(unwrap(only.argument));
}
