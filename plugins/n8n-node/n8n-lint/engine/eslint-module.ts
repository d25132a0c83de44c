import { dirname, join } from 'node:path';
import { lintRequire } from './lint-packages.ts';

/**
 * Loads a module that ESLint does not export.
 * Source: eslint 9.29, lib/linter/esquery.js, lib/languages/js/source-code/source-code.js and lib/rules/no-console.js
 * @param path relative to the package
 * @throws {Error} when ESLint no longer has it; then ESLint's Linter lints the file
 */
export function eslintModule(path: string) {
  const require = lintRequire();
  return require(join(dirname(require.resolve('eslint/package.json')), path));
}
