import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The folder of a package that is installed with us, as Node would find it; its own ways to ask cost more than the rest
 * of what comes before TypeScript.
 * @param above a folder; what is found is what a module there would get
 */
export function folderOf(name: string, above: string = import.meta.dirname): string {
  const folder = join(above, 'node_modules', name);
  if (existsSync(join(folder, 'package.json'))) return realpathSync(folder);
  if (dirname(above) === above) throw new Error(`${name} is not installed`);
  return folderOf(name, dirname(above));
}

/** TypeScript's own program, for this system and processor. */
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
