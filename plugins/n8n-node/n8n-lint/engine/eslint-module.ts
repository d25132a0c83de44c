import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * A module of ESLint that it keeps to itself. Its version is n8n's, to the last digit.
 * @param path relative to the package
 */
export const eslintModule = (path: string) => require(join(folder, path));

const require = createRequire(import.meta.url);
const folder = dirname(require.resolve('eslint/package.json'));
