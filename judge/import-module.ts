import { readFile, stat } from 'node:fs/promises';
import { createRequire, registerHooks } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What authors of plugins import: kernel/index.ts in a checkout; once built, what our package.json says. */
export const ownName = 'service';
/** The URL that is imported under that name. */
export const ownKernel = import.meta.url.endsWith('.ts')
  ? new URL('../../kernel/index.ts', import.meta.url).href
  : import.meta.resolve(ownName);

/**
 * The URL of what `import(specifier)` in a module of a folder would import. A path may also lead to the folder of a
 * package, whose `exports` or `main` then say which module is meant.
 */
export async function resolveFrom(folder: string, specifier: string): Promise<string> {
  if (!isPath(specifier)) return resolveAs(join(folder, 'package.json'), specifier);
  const path = resolve(folder, specifier);
  if (!(await isFolder(path))) return pathToFileURL(path).href;
  const manifest = join(path, 'package.json');
  const name = await nameWithExports(manifest);
  // A package that says what it exports may be imported by its own name from within.
  if (name !== undefined) return resolveAs(manifest, name);
  return pathToFileURL(createRequire(manifest).resolve(path)).href;
}

/**
 * Imports a module. What is imported, and what that imports, gets the kernel of this very process under the name
 * `service`, whether or not a copy is installed beside it: one kernel talks to its plugins, and none has to be installed
 * to try a plugin.
 */
export function importModule(url: string): Promise<unknown> {
  giveOwnKernel();
  return import(url);
}

/** The URL that a module, by its path, gets for a specifier. @throws {Error} as an import does */
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

let given = false;

/** Stays for good: a plugin may import only when one of its checks runs. */
function giveOwnKernel(): void {
  if (given) return;
  given = true;
  registerHooks({
    resolve: (wanted, context, next) =>
      wanted === ownName ? { url: ownKernel, shortCircuit: true } : next(wanted, context),
  });
}

export function isPath(specifier: string): boolean {
  return /^\.{1,2}([/\\]|$)/.test(specifier) || isAbsolute(specifier);
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // What is not there is for the import to say.
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
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  const name = 'name' in parsed && 'exports' in parsed ? parsed.name : undefined;
  return typeof name === 'string' ? name : undefined;
}
