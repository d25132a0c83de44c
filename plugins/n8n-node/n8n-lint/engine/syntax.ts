import type { TSESTree } from '@typescript-eslint/types';
import type { SourceCode } from 'eslint';
import { lintRequire } from './lint-packages.ts';
import type { Source } from './rule-pass.ts';

/** How sources are parsed. */
export interface Syntax {
  /** The parser of TypeScript and JSON for ESLint. */
  eslint: {
    meta: { name: string };
    /** @throws {Error} with `lineNumber` and `column` for a text that does not parse */
    parseForESLint(
      text: string,
      options: { filePath: string; sourceType?: 'module' },
    ): { ast: unknown; scopeManager: unknown; visitorKeys: SourceCode.VisitorKeys };
  };
  /** A source for rules that need no Linter of ESLint; undefined when only that can do it. */
  source?(text: string, filename: string): Source | undefined;
  /** @throws {Error} for a text that is not TypeScript */
  parse(text: string): TSESTree.Program;
}

/** typescript-eslint's, as n8n's gate has it. */
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

/** Loads TypeScript, which takes longer than all the rest together: only when it is needed. */
function typescriptParser(): typeof import('@typescript-eslint/parser') {
  return lintRequire()('@typescript-eslint/parser');
}

/** The same keys as ESLint's types have them. */
export function mutable(keys: Readonly<Record<string, readonly string[] | undefined>>): SourceCode.VisitorKeys {
  return Object.fromEntries(Object.entries(keys).map(([type, fields]) => [type, [...(fields ?? [])]]));
}
