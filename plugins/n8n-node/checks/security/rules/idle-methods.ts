import type { Node } from 'oxc-parser';
import { unwrap } from '../../../ast/children.ts';
import { keyName } from '../../../ast/scope.ts';
import type { NodeDetector, Sight } from '../../../model/sources/source-view.ts';

const lifecycle = ['checkExists', 'create', 'delete'];

/** Methods that n8n relies on, and that do nothing. Told by the checks `nodes` and `credentials`. */
export const idleMethods: NodeDetector = {
  types: ['ObjectExpression'],
  see(node) {
    if (node.type !== 'ObjectExpression') return undefined;
    const holder = holderOf(node);
    if (holder === 'webhookMethods') return idleWebhook(node);
    return holder === 'credentialTest' ? [...idleTests(node)] : undefined;
  },
};

/** The name under which an object, or the object that it stands in, is kept. */
function holderOf(node: Node): string | undefined {
  for (const at of [node.parent, node.parent?.parent?.parent]) {
    if (at?.type !== 'Property' && at?.type !== 'PropertyDefinition') {
      const { left } = at?.type === 'AssignmentExpression' ? at : {};
      if (left?.type === 'MemberExpression' && left.property.type === 'Identifier') return known(left.property.name);
      continue;
    }
    const name = known(keyName(at));
    if (name !== undefined) return name;
  }
  return undefined;
}

const known = (name: string | undefined) => (name === 'webhookMethods' || name === 'credentialTest' ? name : undefined);

function idleWebhook(node: Extract<Node, { type: 'ObjectExpression' }>): Sight[] | undefined {
  const methods = methodsOf(node);
  if (!lifecycle.every((name) => methods.has(name))) return undefined;
  if (!lifecycle.every((name) => isIdle(methods.get(name), isTrue))) return undefined;
  const message = 'checkExists, create and delete only return true: the webhook is never registered at the service';
  return [{ code: 'nodes-webhook-not-registered', message, start: node.start, end: node.end }];
}

function* idleTests(node: Extract<Node, { type: 'ObjectExpression' }>): Generator<Sight> {
  for (const [name, method] of methodsOf(node)) {
    if (!isIdle(method, isOk)) continue;
    const message = `the test "${name}" says OK without asking the service`;
    yield { code: 'credentials-test-cannot-fail', message, start: method.start, end: method.end };
  }
}

function methodsOf({ properties }: Extract<Node, { type: 'ObjectExpression' }>): Map<string, Node> {
  return new Map(
    properties.flatMap((property) => {
      const name = property.type === 'Property' ? keyName(property) : undefined;
      return property.type === 'Property' && name !== undefined ? [[name, property.value] as const] : [];
    }),
  );
}

/** Whether a function returns a value and does nothing else. */
function isIdle(node: Node | undefined, isThis: (value: Node) => boolean): boolean {
  if (node?.type !== 'FunctionExpression' && node?.type !== 'ArrowFunctionExpression') return false;
  const { body } = node;
  if (!body) return false;
  if (body.type !== 'BlockStatement') return isThis(unwrap(body));
  const [only, ...others] = body.body;
  return only?.type === 'ReturnStatement' && others.length === 0 && !!only.argument && isThis(unwrap(only.argument));
}

const isTrue = (value: Node) => value.type === 'Literal' && value.value === true;

/** `{ status: 'OK', message: '…' }` */
function isOk(value: Node): boolean {
  if (value.type !== 'ObjectExpression') return false;
  return value.properties.some((property) => {
    if (property.type !== 'Property' || keyName(property) !== 'status') return false;
    const status = unwrap(property.value);
    return status.type === 'Literal' && status.value === 'OK';
  });
}
