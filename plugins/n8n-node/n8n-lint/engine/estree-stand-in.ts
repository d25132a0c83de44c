import type { TSESTree } from '@typescript-eslint/types';
import { perProject } from './cached-fs-stand-in.ts';
import { lintRequire } from './lint-packages.ts';
import { oxcSyntax } from './oxc-syntax.ts';
import { visitorKeys } from './oxc-to-estree.ts';

/**
 * Replaces @typescript-eslint/typescript-estree for @n8n/eslint-plugin-community-nodes, without TypeScript. The plugin
 * parses other files of the project to find the credentials of a node and the nodes of a credential, again for each
 * file; here, each file is parsed once.
 * Source: @n8n/eslint-plugin-community-nodes 0.29, dist/utils/file-utils.js
 */
export const { AST_NODE_TYPES }: typeof import('@typescript-eslint/types') = lintRequire()('@typescript-eslint/types');

const parsed = perProject<string, TSESTree.Program>();

/** @throws {Error} for a syntax error */
export function parse(text: string): TSESTree.Program {
  const tree = parsed.get(text) ?? oxcSyntax.parse(text);
  parsed.set(text, tree);
  return tree;
}

/** Calls `enter` for each node, parents first. */
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
