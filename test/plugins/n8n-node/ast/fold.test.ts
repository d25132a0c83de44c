import { describe, expect, it } from 'vitest';
import { viewSource } from '../../../../plugins/n8n-node/model/sources/source-view.ts';

function folded(expression: string): string | undefined {
  const { tree, constants } = viewSource('source.js', `${expression};`);
  const [statement] = tree.program.body;
  if (statement?.type !== 'ExpressionStatement') throw new Error('no expression');
  return constants.text(statement.expression)?.text;
}

describe('the constant text of an expression', () => {
  it.each([
    ["'pro' + 'cess'", 'process'],
    ["'PROCESS'.toLowerCase()", 'process'],
    ["atob('cHJvY2Vzcw==')", 'process'],
    ["['pro', 'cess'].join('')", 'process'],
  ])('is worked out: %s', (expression, text) => {
    expect(folded(expression)).toBe(text);
  });

  it.each(['valueOf', 'toString', 'constructor', '__proto__', 'hasOwnProperty'])(
    'is not known of what every object has: %s',
    (name) => {
      for (const expression of [`'x'.${name}('y')`, `'x'['${name}']('y')`, `${name}('y')`, `['x'].${name}('y')`])
        expect(folded(expression), expression).toBeUndefined();
    },
  );
});
