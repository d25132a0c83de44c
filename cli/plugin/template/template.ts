import { checkFiles } from './check-files.ts';
import { extensionFiles } from './extension-files.ts';
import { packageFiles, pluginModule } from './package-files.ts';
import { proofFiles } from './proof-files.ts';

/**
 * Returns the files of a new plugin package by path.
 * @param values.name name of the plugin, its package and its project type
 * @param values.type project type to add a check to, instead of an own one
 * @param values.range range of `verify-service` versions for npm
 */
export function pluginFiles(values: { name: string; type?: string | undefined; range: string }): Map<string, string> {
  const { name, type, range } = values;
  const fill = (text: string) =>
    text
      .replaceAll('{{name}}', name)
      .replaceAll('{{type}}', type ?? name)
      .replaceAll('{{range}}', range);
  const own = type === undefined ? { ...pluginModule, ...checkFiles, ...proofFiles } : extensionFiles;
  const files = { ...packageFiles, ...own };
  return new Map(Object.entries(files).map(([path, text]) => [fill(path), fill(text)]));
}
