import { analyze } from '@typescript-eslint/scope-manager';
import { visitorKeys } from '@typescript-eslint/visitor-keys';
import { parseTree } from './oxc-tree.ts';
import { mutable, type Syntax, typescriptSyntax } from './syntax.ts';

const keys = mutable(visitorKeys);

/** Gives what typescript-eslint's gives: by oxc, and by itself where oxc sees a fault. */
export const oxcSyntax: Syntax = {
  eslint: {
    meta: { name: 'oxc-tree' },
    parseForESLint(text, options) {
      const ast = parseTree(text, options.filePath);
      if (!ast) return typescriptSyntax.eslint.parseForESLint(text, options);
      // Without the names of the standard library, a thousand variables for every file: no rule asks for one of them.
      return { ast, scopeManager: analyze(ast, { sourceType: 'module', lib: [] }), visitorKeys: keys };
    },
  },
  parse: (text) => parseTree(text, 'source.ts') ?? typescriptSyntax.parse(text),
};
