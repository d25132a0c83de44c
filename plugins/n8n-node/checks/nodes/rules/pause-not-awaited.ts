import type { Node } from 'oxc-parser';
import { unwrap } from '../../../ast/children.ts';
import { docs } from '../../../docs-links.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';
import type { SourceView } from '../../../model/sources/source-view.ts';

/** A function that waits, of n8n-workflow or of the file itself. */
const pauses = /^(?:sleep|delay|pause|wait)$/;

export const pauseNotAwaited: NodeRule = {
  code: 'nodes-pause-not-awaited',
  title: 'Pause without `await`',
  severity: 'error',
  why: 'Only `await` makes the code wait. Without it, requests follow each other without a break, and the service rejects them.',
  fix: 'Write `await`.',
  bad: 'while (status === "pending") {\n  status = await getStatus();\n  sleep(5000);\n}',
  good: 'while (status === "pending") {\n  status = await getStatus();\n  await sleep(5000);\n}',
  docs: docs.nodeMethods,
  types: ['ExpressionStatement'],
  check({ node, view }) {
    if (node.type !== 'ExpressionStatement') return undefined;
    const expression = unwrap(node.expression);
    const value =
      expression.type === 'UnaryExpression' && expression.operator === 'void'
        ? unwrap(expression.argument)
        : expression;
    if (!isPause(value, view)) return undefined;
    return [{ message: 'The pause has no effect without `await`', start: value.start, end: value.end }];
  },
};

function isPause(value: Node, view: SourceView): boolean {
  if (value.type === 'NewExpression')
    return /^new Promise(?:<void>)?\(\s*\(?\w+\)?\s*=>\s*setTimeout\(\w+,[^;]{0,200}$/.test(
      view.text.slice(value.start, Math.min(value.end, value.start + maxLength)),
    );
  const callee = value.type === 'CallExpression' ? unwrap(value.callee) : undefined;
  if (callee?.type !== 'Identifier' || !pauses.test(callee.name)) return false;
  const { name } = callee;
  const imported = new RegExp(
    String.raw`\bimport\b[^;'"]{0,2000}\b${name}\b[^;'"]{0,2000}\bfrom\s{0,9}['"]n8n-workflow['"]`,
  );
  const own = new RegExp(
    String.raw`\b${name}\b[^;{}]{0,200}(?:=>|\{\s{0,99}return)\s{0,99}new Promise\b[^;]{0,200}\bsetTimeout\b`,
  );
  return imported.test(view.text) || own.test(view.text);
}

/** Characters of an expression that are looked at. */
const maxLength = 500;
