import type { TSESTree } from '@typescript-eslint/types';
import type { SourceCode } from 'eslint';
import { lintRequire } from './lint-packages.ts';
import type { Source } from './rule-pass.ts';

/** How sources are parsed. */
export interface Syntax {
  /** The parser of TypeScript and JSON for ESLint. */
  eslint: {
    meta: { name: string };
    /** @throws {Error} with `lineNumber` and `column` for a syntax error */
    parseForESLint(
      text: string,
      options: { filePath: string; sourceType?: 'module' },
    ): { ast: unknown; scopeManager: unknown; visitorKeys: SourceCode.VisitorKeys };
  };
  /** A source for rules that run without ESLint's Linter; undefined if only the Linter can lint it. */
  source?(text: string, filename: string): Source | undefined;
  /** @throws {Error} for a syntax error */
  parse(text: string): TSESTree.Program;
}

/** typescript-eslint's, as in n8n's gate. */
export const typescriptSyntax: Syntax = {
  eslint: {
    meta: { name: 'typescript-eslint/parser' },
    parseForESLint(text, options) {
      const { visitorKeys, ...result } = typescriptParser().parseForESLint(text, options);
      return { ...result, visitorKeys: mutable(visitorKeys) };
    },
  },
  parse: (text) => typescriptParser().parse(text),
};

/** Loads TypeScript, which takes longer than everything else: only on demand. */
function typescriptParser(): typeof import('@typescript-eslint/parser') {
  return lintRequire()('@typescript-eslint/parser');
}

/** The keys with the type that ESLint expects. */
export function mutable(keys: Readonly<Record<string, readonly string[] | undefined>>): SourceCode.VisitorKeys {
  return Object.fromEntries(Object.entries(keys).map(([type, fields]) => [type, [...(fields ?? [])]]));
}
