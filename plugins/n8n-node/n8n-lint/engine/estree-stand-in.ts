import type { TSESTree } from '@typescript-eslint/types';
import { perProject } from './cached-fs-stand-in.ts';
import { lintRequire } from './lint-packages.ts';
import { oxcSyntax } from './oxc-syntax.ts';

/**
 * What @n8n/eslint-plugin-community-nodes uses of @typescript-eslint/typescript-estree, without TypeScript: it parses
 * other files of the project to look up the credentials of a node, and the nodes of a credential. The same files again
 * and again, once for each file that asks: here once.
 * Source: @n8n/eslint-plugin-community-nodes 0.29, dist/utils/file-utils.js
 */
export const { AST_NODE_TYPES }: typeof import('@typescript-eslint/types') = lintRequire()('@typescript-eslint/types');
const { visitorKeys }: typeof import('@typescript-eslint/visitor-keys') = lintRequire()(
  '@typescript-eslint/visitor-keys',
);

const parsed = perProject<string, TSESTree.Program>();

/** @throws {Error} for a text that does not parse */
export function parse(text: string): TSESTree.Program {
  const tree = parsed.get(text) ?? oxcSyntax.parse(text);
  parsed.set(text, tree);
  return tree;
}

/** Calls `enter` for each node, a node before those in it. */
export function simpleTraverse(tree: TSESTree.Node, { enter }: { enter(node: TSESTree.Node): void }): void {
  enter(tree);
  const fields: Record<string, unknown> = { ...tree };
  for (const key of visitorKeys[tree.type] ?? []) {
    const child = fields[key];
    for (const item of Array.isArray(child) ? child : [child]) if (isNode(item)) simpleTraverse(item, { enter });
  }
}

function isNode(value: unknown): value is TSESTree.Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
