import { checkFiles } from './check-files.ts';
import { packageFiles } from './package-files.ts';
import { proofFiles } from './proof-files.ts';

/**
 * Returns the files of a new plugin package by path.
 * @param values.name name of the plugin, its package and its project type
 * @param values.range range of `service` versions for npm
 */
export function pluginFiles(values: { name: string; range: string }): Map<string, string> {
  const fill = (text: string) => text.replaceAll('{{name}}', values.name).replaceAll('{{range}}', values.range);
  const files = { ...packageFiles, ...checkFiles, ...proofFiles };
  return new Map(Object.entries(files).map(([path, text]) => [fill(path), fill(text)]));
}
