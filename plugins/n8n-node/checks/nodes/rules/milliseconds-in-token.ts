import type { Node } from 'oxc-parser';
import { unwrap } from '../../../ast/children.ts';
import { keyName } from '../../../ast/scope.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';
import type { SourceView } from '../../../model/sources/source-view.ts';
import { isNow } from './seconds-as-milliseconds.ts';

/** Claims of a token that are times: https://datatracker.ietf.org/doc/html/rfc7519#section-4.1 */
const timeClaims = new Set(['exp', 'iat', 'nbf']);
const otherClaims = new Set(['iss', 'sub', 'aud', 'jti', 'scope']);

export const millisecondsInToken: NodeRule = {
  code: 'nodes-milliseconds-in-token',
  title: 'Time in a JSON Web Token is in milliseconds',
  severity: 'error',
  why: '`exp`, `iat` and `nbf` are in seconds. In milliseconds, the token is issued in the future and valid for thousands of years: services reject it.',
  fix: 'Divide it: `Math.floor(Date.now() / 1000)`.',
  bad: 'const claims = { iss, iat: Date.now(), exp: Date.now() + 600 };',
  good: 'const now = Math.floor(Date.now() / 1000);\nconst claims = { iss, iat: now, exp: now + 600 };',
  docs: 'https://datatracker.ietf.org/doc/html/rfc7519#section-2',
  types: ['ObjectExpression'],
  check({ node, view }) {
    if (node.type !== 'ObjectExpression') return undefined;
    const claims = node.properties.flatMap((one) =>
      one.type === 'Property' && timeClaims.has(keyName(one) ?? '') ? [one] : [],
    );
    // What has no other claim may be something of the author's own.
    const isToken = node.properties.some((one) => one.type === 'Property' && otherClaims.has(keyName(one) ?? ''));
    const [first] = claims;
    if (claims.length < 2 || !isToken || !first || !claims.every(({ value }) => isMilliseconds(unwrap(value), view)))
      return undefined;
    const message = `\`${keyName(first)}\` is in milliseconds, and has to be in seconds`;
    return [{ message, start: first.start, end: first.end }];
  },
};

/** `Date.now()`, a variable with it, and what is added to it. */
function isMilliseconds(node: Node, view: SourceView): boolean {
  if (isNow(node) || /^new Date\(\)\.(?:getTime|valueOf)\(\)$/.test(view.text.slice(node.start, node.end))) return true;
  if (node.type === 'BinaryExpression' && /^[+-]$/.test(node.operator))
    return [node.left, node.right].some((side) => isMilliseconds(unwrap(side), view));
  const value = view.constants.value(node);
  return value !== undefined && isNow(value);
}
