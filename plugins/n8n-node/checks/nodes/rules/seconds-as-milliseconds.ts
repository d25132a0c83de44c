import type { Node } from 'oxc-parser';
import { memberName, unwrap } from '../../../ast/children.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';
import type { SourceView } from '../../../model/sources/source-view.ts';

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
  check({ node, view }) {
    if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined;
    const sides = [unwrap(node.left), unwrap(node.right)];
    if (!sides.some(isNow) || !sides.some((side) => isLifetime(side, view))) return undefined;
    // It may be converted somewhere else.
    if (/expires_in['"\]]*\s*(?:\*|[:=](?![=>])[^,;\n]{0,100}\*)/.test(view.text)) return undefined;
    return [{ message: '`expires_in` is in seconds, not in milliseconds', start: node.start, end: node.end }];
  },
};

/** `Date.now()` */
export function isNow(node: Node): boolean {
  const callee = node.type === 'CallExpression' ? unwrap(node.callee) : undefined;
  if (callee?.type !== 'MemberExpression' || memberName(callee) !== 'now') return false;
  const object = unwrap(callee.object);
  return object.type === 'Identifier' && object.name === 'Date';
}

/** `token.expires_in`, `Number(token.expires_in)` */
function isLifetime(node: Node, view: SourceView): boolean {
  if (node.type === 'CallExpression' && node.arguments.length === 1) {
    const callee = unwrap(node.callee);
    const [argument] = node.arguments;
    const isNumber = callee.type === 'Identifier' && /^(?:Number|parseInt)$/.test(callee.name);
    return isNumber && !!argument && isLifetime(unwrap(argument), view);
  }
  if (node.type !== 'Identifier') return memberName(node) === 'expires_in';
  const binding = node.name === 'expires_in' ? view.tree.scopeOf(node).lookup(node.name) : undefined;
  // It may be in milliseconds already.
  const isCopy = binding?.path.length !== 0 || !binding.value || memberName(unwrap(binding.value)) === 'expires_in';
  return binding !== undefined && binding.writes <= 1 && isCopy;
}
