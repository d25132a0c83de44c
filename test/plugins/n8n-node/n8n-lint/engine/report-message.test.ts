import { Linter, type Rule } from 'eslint';
import { expect, it } from 'vitest';
import { messageOf } from '../../../../../plugins/n8n-node/n8n-lint/engine/report-message.ts';

const source = '\n  name;';
const meta = { fixable: 'code' as const, messages: { known: 'no {{ name }} in {{where}}, {{ unset }}' } };

/** The message of ESLint's Linter and ours of one report, or that it is refused. */
function both(report: (node: object) => object) {
  const outcomes: unknown[] = [];
  const create = (context: { report(given: object): void }) => ({
    Identifier(node: object) {
      const given = report(node);
      try {
        const { nodeType: _, ...own } = {
          nodeType: undefined,
          ...messageOf({ id: 'test/rule', severity: 2, rule: { meta, create: () => ({}) } }, () => source, given),
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
    const [message] = new Linter().verify(source, [{ plugins, rules: { 'test/rule': 'error' } }]);
    const { nodeType: _, ...theirs } = { nodeType: undefined, ...message };
    outcomes.push(theirs);
  } catch {
    outcomes.push('refused');
  }
  return outcomes;
}

const loc = { line: 1, column: 0 };

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
  [
    'a fix',
    (node) => ({ node, message: 'wrong', fix: (fixer: Rule.RuleFixer) => fixer.replaceText(Object(node), 'x') }),
  ],
  ['a fix that removes', () => ({ loc, message: 'wrong', fix: (fixer: Rule.RuleFixer) => fixer.removeRange([1, 3]) })],
  ['no fix after all', (node) => ({ node, message: 'wrong', fix: () => null })],
  [
    'several fixes, which become one',
    (node) => ({
      node,
      message: 'wrong',
      *fix(fixer: Rule.RuleFixer) {
        yield fixer.insertTextAfter(Object(node), ')');
        yield fixer.insertTextBeforeRange([0, 0], '// (');
      },
    }),
  ],
  ['no message', (node) => ({ node })],
  ['an unknown id', (node) => ({ node, messageId: 'other' })],
  ['two messages', (node) => ({ node, messageId: 'known', message: 'wrong' })],
  ['no place', () => ({ message: 'wrong' })],
])("is ESLint's own for %s", (_, report) => {
  const [ours, theirs] = both(report);
  expect(ours).toEqual(theirs);
});
