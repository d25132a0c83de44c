import type { Node } from 'oxc-parser';
import { memberName, unwrap } from '../../../ast/children.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';

export const secondsAsMilliseconds: NodeRule = {
  code: 'nodes-seconds-as-milliseconds',
  title: 'Lifetime of a token is added as milliseconds',
  severity: 'error',
  why: '`expires_in` is in seconds, `Date.now()` in milliseconds: a token for an hour is taken as expired after 3.6 seconds, so nearly every request is preceded by a login.',
  fix: 'Multiply it: `Date.now() + expires_in * 1000`.',
  bad: 'expiresAt = Date.now() + token.expires_in;',
  good: 'expiresAt = Date.now() + token.expires_in * 1000;',
  docs: 'https://datatracker.ietf.org/doc/html/rfc6749#section-5.1',
  types: ['BinaryExpression'],
  check({ node }) {
    if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined;
    const sides = [unwrap(node.left), unwrap(node.right)];
    if (!sides.some(isNow) || !sides.some(isLifetime)) return undefined;
    return [{ message: '`expires_in` is in seconds, not in milliseconds', start: node.start, end: node.end }];
  },
};

/** `Date.now()` */
function isNow(node: Node): boolean {
  const callee = node.type === 'CallExpression' ? unwrap(node.callee) : undefined;
  if (callee?.type !== 'MemberExpression' || memberName(callee) !== 'now') return false;
  const object = unwrap(callee.object);
  return object.type === 'Identifier' && object.name === 'Date';
}

/** `token.expires_in`, `Number(token.expires_in)` */
function isLifetime(node: Node): boolean {
  if (node.type === 'CallExpression' && node.arguments.length === 1) {
    const callee = unwrap(node.callee);
    const [argument] = node.arguments;
    const isNumber = callee.type === 'Identifier' && /^(?:Number|parseInt)$/.test(callee.name);
    return isNumber && !!argument && isLifetime(unwrap(argument));
  }
  return (node.type === 'Identifier' ? node.name : memberName(node)) === 'expires_in';
}
