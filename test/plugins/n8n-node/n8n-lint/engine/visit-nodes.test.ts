import type { TSESTree } from '@typescript-eslint/types';
import { Linter } from 'eslint';
import { expect, it } from 'vitest';
import { parseTree } from '../../../../../plugins/n8n-node/n8n-lint/engine/oxc-to-estree.ts';
import { type Listener, visitNodes } from '../../../../../plugins/n8n-node/n8n-lint/engine/visit-nodes.ts';

const source = `import a, { b } from 'c';
export class D { e = \`f\${a}\`; g(h) { if (h) { return h.i(b, 'j'); } throw new Error('k'); } }
const l = [{ m: 1, n: [2, , 3] }, ...a], o = async ({ p = 4 }) => { for await (const q of p) delete q?.r; };`;

const selectors = [
  '*',
  '*:exit',
  'Program',
  'Program:exit',
  'Identifier',
  'Identifier[name="a"]',
  'ClassDeclaration > ClassBody',
  'ClassDeclaration:exit',
  'ThrowStatement > NewExpression',
  'CallExpression[callee.type="MemberExpression"]',
  'ObjectExpression, ArrayExpression',
  ':matches(Literal, TemplateElement)',
  'Property:not([computed=true])',
  'ReturnStatement *',
  'FunctionExpression:exit',
];

/** Each visit of a listener, as text. */
function logged(listen: (listeners: Record<string, Listener>) => void): string[] {
  const log: string[] = [];
  const says = (selector: string) => (node: TSESTree.Node) => {
    log.push(`${selector} ${node.type} ${node.range} in ${node.parent?.type}`);
  };
  listen(Object.fromEntries(selectors.map((selector) => [selector, says(selector)])));
  return log;
}

it("nodes are visited in the order of ESLint's Linter", () => {
  const tree = parseTree(source, 'a.ts');
  if (!tree) throw new Error('it does not parse');
  const ours = logged((listeners) =>
    visitNodes(tree, new Map(Object.entries(listeners).map(([selector, listener]) => [selector, [listener]]))),
  );
  const theirs = logged((listeners) => {
    const rule = { create: () => Object(listeners) };
    const messages = new Linter().verify(source, {
      plugins: { test: { rules: { rule } } },
      rules: { 'test/rule': 'error' },
    });
    expect(messages).toEqual([]);
  });
  expect(ours.length).toBeGreaterThan(100);
  // The tree of JavaScript begins where its first statement does not.
  expect(ours.filter((line) => !line.includes('Program '))).toEqual(
    theirs.filter((line) => !line.includes('Program ')),
  );
});

it('leaves a selector to ESLint that only ESLint supports', () => {
  const tree = parseTree('function a() {}', 'a.ts');
  if (!tree) throw new Error('it does not parse');
  expect(() => visitNodes(tree, new Map([[':function', [() => {}]]]))).toThrow('unknown selector');
});
