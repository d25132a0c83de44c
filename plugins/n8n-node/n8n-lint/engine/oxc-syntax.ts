import type { TSESTree } from '@typescript-eslint/types';
import type { SourceCode } from 'eslint';
import { eslintModule } from './eslint-module.ts';
import { lintRequire } from './lint-packages.ts';
import { parseTree, visitorKeys } from './oxc-to-estree.ts';
import type { AskedSourceCode } from './rule-pass.ts';
import { mutable, type Syntax, typescriptSyntax } from './syntax.ts';

const keys = mutable(visitorKeys);

/** Parses with oxc, and with typescript-eslint if oxc reports an error. */
export const oxcSyntax: Syntax = {
  eslint: {
    meta: { name: 'oxc-tree' },
    parseForESLint(text, options) {
      const ast = parseTree(text, options.filePath)?.program;
      if (!ast) return typescriptSyntax.eslint.parseForESLint(text, options);
      return { ast, scopeManager: scopes(ast), visitorKeys: keys };
    },
  },
  source(text, filename) {
    // ESLint removes these before it parses.
    if (!/\.(ts|json)$/.test(filename) || /^(\uFEFF|#!)/.test(text)) return undefined;
    const tree = parseTree(text, filename);
    return tree && { filename, tree, sourceCode: sourceCodeOf(text, tree.program) };
  },
  parse: (text) => parseTree(text, 'source.ts')?.program ?? typescriptSyntax.parse(text),
};

/** Without the thousand variables of the standard library, which no rule uses. */
function scopes(tree: TSESTree.Program) {
  const { analyze }: typeof import('@typescript-eslint/scope-manager') = lintRequire()(
    '@typescript-eslint/scope-manager',
  );
  return analyze(tree, { sourceType: 'module', lib: [] });
}

/** The parts of ESLint's SourceCode that rules use. Scopes are computed on first use. */
function sourceCodeOf(text: string, ast: TSESTree.Program): AskedSourceCode {
  let made: SourceCode | undefined;
  const whole = (): SourceCode => {
    if (made) return made;
    const { SourceCode } = eslintModule('lib/languages/js/source-code');
    const sourceCode = new SourceCode({ text, ast, scopeManager: scopes(ast), visitorKeys: keys });
    sourceCode.applyLanguageOptions({ ecmaVersion: 2026, sourceType: 'module' });
    sourceCode.finalize();
    made = sourceCode;
    return sourceCode;
  };
  return {
    ast,
    getText: (node) => (node ? text.slice(...node.range) : text),
    getScope: (node) => whole().getScope(node),
    getTokenBefore: (node) => whole().getTokenBefore(node),
    getTokenAfter: (node) => whole().getTokenAfter(node),
  };
}
