import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Loads a module that ESLint does not export.
 * Source: eslint 9.29, lib/linter/esquery.js, lib/languages/js/source-code/source-code.js and lib/rules/no-console.js
 * @param path relative to the package
 * @throws {Error} when ESLint no longer has it; then ESLint's Linter lints the file
 */
export const eslintModule = (path: string) => require(join(folder, path));

const require = createRequire(import.meta.url);
const folder = dirname(require.resolve('eslint/package.json'));
