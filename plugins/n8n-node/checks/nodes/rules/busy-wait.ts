import { docs } from '../../../docs-links.ts';
import type { NodeRule } from '../../../model/sources/source-rule.ts';

/** What tells the time: `Date.now()`, `new Date().getTime()`, `performance.now()` */
const clock = /\b(?:Date|performance)\.now\(\)|\bnew Date\(\)|\bprocess\.hrtime\b/;

export const busyWait: NodeRule = {
  code: 'nodes-busy-wait',
  title: 'Empty loop blocks n8n to wait',
  severity: 'error',
  why: 'Until the loop ends, n8n does nothing else: all other workflows, webhooks and the editor stand still.',
  fix: 'Wait without blocking: `await sleep(ms)`, with `sleep` from n8n-workflow.',
  bad: 'while (Date.now() - start < 1000) {}',
  good: "import { sleep } from 'n8n-workflow';\nawait sleep(1000);",
  docs: docs.nodeMethods,
  types: ['WhileStatement', 'DoWhileStatement', 'ForStatement'],
  check({ node, view }) {
    if (node.type !== 'WhileStatement' && node.type !== 'DoWhileStatement' && node.type !== 'ForStatement')
      return undefined;
    const { body, test } = node;
    // A walk over dates, or a pause in the head.
    if (node.type === 'ForStatement' && node.update && node.update.type !== 'UpdateExpression') return undefined;
    const isEmpty = body.type === 'EmptyStatement' || (body.type === 'BlockStatement' && body.body.length === 0);
    const condition = test ? view.text.slice(test.start, test.end) : '';
    if (!isEmpty || !clock.test(condition) || /\b(?:await|yield)\b/.test(condition)) return undefined;
    return [{ message: 'The loop blocks all of n8n until the time has passed', start: node.start, end: node.end }];
  },
};
