import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The folder of a package that is installed with service, resolved like Node.js does; its own functions take longer than
 * all other preparations.
 * @param above the folder from which to resolve
 */
export function folderOf(name: string, above: string = import.meta.dirname): string {
  const folder = join(above, 'node_modules', name);
  if (existsSync(join(folder, 'package.json'))) return realpathSync(folder);
  if (dirname(above) === above) throw new Error(`${name} is not installed`);
  return folderOf(name, dirname(above));
}

/** The path of the tsc binary for this platform. */
export async function compilerPath(): Promise<string> {
  const native = folderOf('typescript-native');
  if (process.platform !== 'win32') {
    const path = join(folderOf(`@typescript/typescript-${process.platform}-${process.arch}`, native), 'lib/tsc');
    if (existsSync(path)) return path;
  }
  const asking = pathToFileURL(join(native, 'lib/getExePath.js')).href;
  const { default: getExePath }: { default: () => string } = await import(asking);
  return getExePath();
}
