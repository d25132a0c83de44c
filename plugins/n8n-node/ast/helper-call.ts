import type { Node } from 'oxc-parser';
import { memberName, unwrap } from './children.ts';

/** `this.helpers.httpRequest`, `this.helpers.httpRequest.call` @param names of the helpers that are meant */
export function isHelper(given: Node, names: RegExp): boolean {
  const callee = unwrap(given);
  if (callee.type !== 'MemberExpression') return false;
  const name = memberName(callee) ?? '';
  return name === 'call' ? isHelper(callee.object, names) : names.test(name) && helpersOf(callee) !== undefined;
}

/** The object whose `helpers` have a member: `this` of `this.helpers.request`. */
export function helpersOf(member: Node): Node | undefined {
  if (member.type !== 'MemberExpression') return undefined;
  const helpers = unwrap(member.object);
  return helpers.type === 'MemberExpression' && memberName(helpers) === 'helpers' ? unwrap(helpers.object) : undefined;
}

/** Whether it calls one of n8n's helpers by its name: `this.helpers.prepareBinaryData(…)`. */
export function isHelperCall(call: Node, name: string): boolean {
  const callee = call.type === 'CallExpression' ? unwrap(call.callee) : undefined;
  if (callee?.type !== 'MemberExpression' || memberName(callee) !== name) return false;
  const object = unwrap(callee.object);
  return (object.type === 'Identifier' ? object.name : memberName(object)) === 'helpers';
}
