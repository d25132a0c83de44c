import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What importing a module makes Node read: every module once. */
export interface ImportCost {
  modules: number;
  /** Of their sources. */
  bytes: number;
  /** Packages of node_modules among them. */
  packages: string[];
}

/** Counts, in a process of its own, the modules that Node loads for an import. */
export async function importCost(module: URL): Promise<ImportCost> {
  const program = `
    import { registerHooks } from 'node:module';
    import { statSync } from 'node:fs';
    import { fileURLToPath } from 'node:url';
    let modules = 0, bytes = 0;
    const packages = new Set();
    registerHooks({
      load(url, context, next) {
        if (url.startsWith('file:')) {
          modules += 1;
          bytes += statSync(fileURLToPath(url)).size;
          const name = /\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(url)?.[1];
          if (name) packages.add(name);
        }
        return next(url, context);
      },
    });
    await import(${JSON.stringify(module.href)});
    process.stdout.write(JSON.stringify({ modules, bytes, packages: [...packages].sort() }));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  return JSON.parse(stdout);
}
