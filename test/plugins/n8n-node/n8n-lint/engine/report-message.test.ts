import { Linter } from 'eslint';
import { expect, it } from 'vitest';
import { messageOf } from '../../../../../plugins/n8n-node/n8n-lint/engine/report-message.ts';

const meta = { messages: { known: 'no {{ name }} in {{where}}, {{ unset }}' } };

/** The message of ESLint's Linter and ours of one report, or that it is refused. */
function both(report: (node: object) => object) {
  const outcomes: unknown[] = [];
  const create = (context: { report(given: object): void }) => ({
    Identifier(node: object) {
      const given = report(node);
      try {
        const { nodeType: _, ...own } = {
          nodeType: undefined,
          ...messageOf({ id: 'test/rule', severity: 2, rule: { meta, create: () => ({}) } }, given),
        };
        outcomes.push(own);
      } catch {
        outcomes.push('refused');
      }
      context.report(given);
    },
  });
  const plugins = { test: { rules: { rule: { meta, create: (context: unknown) => create(Object(context)) } } } };
  try {
    const [message] = new Linter().verify('\n  name;', [{ plugins, rules: { 'test/rule': 'error' } }], {
      disableFixes: true,
    });
    const { nodeType: _, ...theirs } = { nodeType: undefined, ...message };
    outcomes.push(theirs);
  } catch {
    outcomes.push('refused');
  }
  return outcomes;
}

it.each<[string, (node: object) => object]>([
  ['a message', (node) => ({ node, message: 'wrong' })],
  [
    'a message with data',
    (node) => ({ node, message: '{{a}} {{ b }} {{c}} {{{d}}', data: { a: 1, b: undefined, d: 'x' } }),
  ],
  ['an id', (node) => ({ node, messageId: 'known', data: { name: '$&', where: '' } })],
  ['an id without data', (node) => ({ node, messageId: 'known' })],
  ['a place', () => ({ loc: { line: 1, column: 0 }, message: 'here' })],
  [
    'a place with an end',
    (node) => ({ node, loc: { start: { line: 1, column: 2 }, end: { line: 2, column: 3 } }, message: 'here' }),
  ],
  ['no message', (node) => ({ node })],
  ['an unknown id', (node) => ({ node, messageId: 'other' })],
  ['two messages', (node) => ({ node, messageId: 'known', message: 'wrong' })],
  ['no place', () => ({ message: 'wrong' })],
])("is ESLint's own for %s", (_, report) => {
  const [ours, theirs] = both(report);
  expect(ours).toEqual(theirs);
});
