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
    const code = sides.find((one) => memberName(one) === 'httpCode');
    // Code that takes both, or makes such errors itself.
    if (!number || !code || ofBoth.test(view.text)) return undefined;
    return [{ message: 'A string is never equal to a number', start: node.start, end: node.end }];
  },
};

const ofBoth =
  /\bhttpCode\s{0,9}(?:[!=]==?\s{0,9}['"`]|(?:=|:)\s{0,9}(?:[\d+]|Number\b|parseInt\b|[\w.?]{1,80}\bstatus(?:Code)?\b))/;
