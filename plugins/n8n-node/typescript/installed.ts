import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

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

/**
 * The path of TypeScript's native compiler for this platform. Its package has no command, so that installing service beside
 * a project leaves the project its own `tsc`; it is where https://github.com/microsoft/TypeScript, lib/getExePath.js, looks.
 */
export function compilerPath(): string {
  const { platform, arch } = process;
  const name = `@typescript/typescript-${platform}-${arch}`;
  const path = join(compilerFolder(name), 'lib', platform === 'win32' ? 'tsc.exe' : 'tsc');
  // Windows takes longer paths only in this form.
  return platform === 'win32' && path.length >= 248 ? `\\\\?\\${path}` : path;
}

function compilerFolder(name: string): string {
  try {
    return folderOf(name);
  } catch {
    throw new Error(
      `${name} is not installed: install verify-service without --omit=optional, on a platform that TypeScript 7 supports`,
    );
  }
}
