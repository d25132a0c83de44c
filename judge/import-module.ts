import { readFile, stat } from 'node:fs/promises';
import { createRequire, registerHooks } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRecord } from '../kernel/record.ts';

const ownName = 'verify-service';
/** The package names that plugins import: the package was called `service` first. */
const ownNames: readonly string[] = [ownName, 'service'];
/** The module behind that name: kernel/index.ts in a checkout, `exports` of our package.json in the build. */
export const ownKernel = import.meta.url.endsWith('.ts')
  ? new URL('../kernel/index.ts', import.meta.url).href
  : import.meta.resolve(ownName);

/**
 * Resolves a specifier like `import(specifier)` in a module of a folder. A path can also be a package folder, whose `exports` or
 * `main` name the module.
 */
export async function resolveFrom(folder: string, specifier: string): Promise<string> {
  if (!isPath(specifier)) return resolveAs(join(folder, 'package.json'), specifier);
  const path = resolve(folder, specifier);
  if (!(await isFolder(path))) return pathToFileURL(path).href;
  const manifest = join(path, 'package.json');
  const name = await nameWithExports(manifest);
  // A package with `exports` can be imported by its own name from within.
  if (name !== undefined) return resolveAs(manifest, name);
  return pathToFileURL(createRequire(manifest).resolve(path)).href;
}

/**
 * Imports a module. In it and its imports, our package name resolves to the kernel of this process, even if another copy or none is
 * installed.
 */
export function importModule(url: string): Promise<unknown> {
  registerOwnKernel();
  return import(url);
}

/** Resolves a specifier in a module given by its path. @throws {Error} like an import */
export function resolveAs(parent: string, specifier: string): string {
  const parentURL = pathToFileURL(parent).href;
  const hooks = registerHooks({
    resolve: (wanted, context, next) =>
      wanted === specifier && context.parentURL === import.meta.url
        ? next(wanted, { ...context, parentURL })
        : next(wanted, context),
  });
  try {
    return import.meta.resolve(specifier);
  } finally {
    hooks.deregister();
  }
}

let isRegistered = false;

/** Permanent, because a plugin may import a module when one of its checks runs. */
function registerOwnKernel(): void {
  if (isRegistered) return;
  isRegistered = true;
  registerHooks({
    resolve: (wanted, context, next) =>
      isOwnName(wanted) ? { url: ownKernel, shortCircuit: true } : next(wanted, context),
  });
}

export function isOwnName(specifier: string): boolean {
  return ownNames.includes(specifier);
}

export function isPath(specifier: string): boolean {
  return /^\.{1,2}([/\\]|$)/.test(specifier) || isAbsolute(specifier);
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // The import reports a missing path.
    return false;
  }
}

async function nameWithExports(manifest: string): Promise<string | undefined> {
  let text: string;
  try {
    text = await readFile(manifest, 'utf8');
  } catch {
    return undefined;
  }
  const parsed: unknown = JSON.parse(text);
  const name = isRecord(parsed) && 'exports' in parsed ? parsed['name'] : undefined;
  return typeof name === 'string' ? name : undefined;
}
