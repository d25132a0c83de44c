import type { Linter } from 'eslint';
import { eslintModule } from './eslint-module.ts';

type ConfigArray = Linter.Config[] & { normalizeSync(): unknown };

/**
 * A configuration that ESLint works out once for each kind of file. Of a plain array it would do so for every file
 * again, a seventh of all the time.
 * @param folder that the globs are relative to
 */
export function configArray(configs: Linter.Config[], folder: string): Linter.Config[] {
  // ESLint keeps the class to itself and takes an instance of it all the same.
  const { FlatConfigArray }: { FlatConfigArray: new (configs: Linter.Config[], options: object) => ConfigArray } =
    eslintModule('lib/config/flat-config-array.js');
  const array = new FlatConfigArray(configs, { basePath: folder });
  array.normalizeSync();
  return array;
}
