import type { Node } from 'oxc-parser';
import { memberName, unwrap } from '../../../ast/children.ts';
import { docs } from '../../../docs-links.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';

export const httpCodeNumber: NodeRule = {
  code: 'nodes-http-code-number',
  title: '`httpCode` is compared with a number',
  severity: 'error',
  why: '`httpCode` of the errors of n8n is a string: `===` with a number is always false, and `!==` always true.',
  fix: "Compare it with a string: `error.httpCode === '404'`.",
  bad: 'if (error.httpCode === 404) return false;',
  good: "if (error.httpCode === '404') return false;",
  docs: docs.nodeMethods,
  types: ['BinaryExpression'],
  check({ node, view }) {
    if (node.type !== 'BinaryExpression' || !/^[!=]==$/.test(node.operator)) return undefined;
    const sides = [unwrap(node.left), unwrap(node.right)];
    const number = sides.find((one) => one.type === 'Literal' && typeof one.value === 'number');
    // Code that takes both, or has errors of its own.
    if (!number || !sides.some(isOfError) || ofBoth.test(view.text) || ofOwn.test(view.text)) return undefined;
    return [{ message: '`httpCode` is a string, which is never equal to a number', start: node.start, end: node.end }];
  },
};

/** `error.httpCode` */
function isOfError(code: Node): boolean {
  if (code.type !== 'MemberExpression' || memberName(code) !== 'httpCode') return false;
  const object = unwrap(code.object);
  return object.type === 'Identifier' && /^(?:e|ex|err|exception)$|error$/i.test(object.name);
}

const ofBoth =
  /\bhttpCode\s{0,9}\??\s{0,9}(?:[!=]==?\s{0,9}['"`]|(?:=|:)\s{0,9}(?:[\d+]|Number\b|number\b|parseInt\b|[\w.?]{0,80}\bstatus(?:Code)?\b))/;
const ofOwn =
  /\binstanceof\s{1,9}(?!(?:NodeApiError|NodeOperationError|Error)\b)\w{1,60}|\bclass\s{1,9}\w{1,60}\s{1,9}extends\s{1,9}\w{0,60}Error\b/;
