import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Linter } from 'eslint';

type ConfigArray = Linter.Config[] & { normalizeSync(): unknown };

/**
 * A configuration that ESLint works out once for each kind of file. Of a plain array it would do so for every file
 * again, a seventh of all the time.
 * @param folder that the globs are relative to
 */
export function configArray(configs: Linter.Config[], folder: string): Linter.Config[] {
  const require = createRequire(import.meta.url);
  // ESLint keeps the class to itself and takes an instance of it all the same. Its version is n8n's, to the last digit.
  const path = join(dirname(require.resolve('eslint/package.json')), 'lib/config/flat-config-array.js');
  const { FlatConfigArray }: { FlatConfigArray: new (configs: Linter.Config[], options: object) => ConfigArray } =
    require(path);
  const array = new FlatConfigArray(configs, { basePath: folder });
  array.normalizeSync();
  return array;
}
