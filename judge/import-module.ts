import { readFile, stat } from 'node:fs/promises';
import { createRequire, registerHooks } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What authors of plugins import: kernel/index.ts in a checkout; once built, what our package.json says. */
const ownName = 'service';
const kernel = import.meta.url.endsWith('.ts')
  ? new URL('../../kernel/index.ts', import.meta.url).href
  : import.meta.resolve(ownName);

/**
 * `import(specifier)` as a module of a folder would do it. A path may also lead to the folder of a package, whose
 * `exports` or `main` then say which module is meant.
 *
 * What is imported, and what that imports, gets the kernel of this very process under the name `service`, whether or not
 * a copy is installed beside it: one kernel talks to its plugins, and none has to be installed to try a plugin.
 */
export async function importFrom(folder: string, specifier: string): Promise<unknown> {
  giveOwnKernel();
  if (!isPath(specifier)) return importAs(join(folder, 'package.json'), specifier);
  const path = resolve(folder, specifier);
  if (!(await isFolder(path))) return import(pathToFileURL(path).href);
  const manifest = join(path, 'package.json');
  const name = await nameWithExports(manifest);
  // A package that says what it exports may be imported by its own name from within.
  if (name !== undefined) return importAs(manifest, name);
  return import(pathToFileURL(createRequire(manifest).resolve(path)).href);
}

async function importAs(parent: string, specifier: string): Promise<unknown> {
  const parentURL = pathToFileURL(parent).href;
  const hooks = registerHooks({
    resolve: (wanted, context, next) =>
      wanted === specifier && context.parentURL === import.meta.url
        ? next(wanted, { ...context, parentURL })
        : next(wanted, context),
  });
  try {
    return await import(specifier);
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
      wanted === ownName ? { url: kernel, shortCircuit: true } : next(wanted, context),
  });
}

function isPath(specifier: string): boolean {
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
