import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { packageOfSpecifier } from './package-of-specifier.ts';
import { standIn } from './stand-in.ts';

export interface ModuleRules {
  /** Absolute path of the package. */
  root: string;
  /** Packages that are replaced by a stand-in where the package does not ship them. */
  standInsFor: readonly string[];
}

/** What was imported while the package's files were loaded. */
export interface ModuleRecord {
  /** Names of the modules that were replaced. */
  replaced: ReadonlySet<string>;
  /** Names of the stand-ins that were used by a file, or by anything that it imports. */
  usedBy(file: string): string[];
}

const require = createRequire(import.meta.url);
const scheme = 'stand-in:';
const key = Symbol.for('service.stand-in');

/**
 * Decides what the code of a package may import, as it would be once n8n has installed it: its own files, what it
 * ships in node_modules, Node.js and n8n-workflow, which is always ours. Imports of anything else fail in Node's words.
 */
export function ruleModules({ root, standInsFor }: ModuleRules): ModuleRecord {
  const rootUrl = `${pathToFileURL(root).href}/`;
  const ourselves = import.meta.url;
  const known = new Set(standInsFor);
  const values = new Map<string, unknown>();
  const used = new Set<string>();
  const imports = new Map<string, Set<string>>();

  const moduleFor = (name: string) => {
    if (!values.has(name))
      values.set(
        name,
        standIn(name, () => used.add(name)),
      );
    return values.get(name);
  };
  Object.defineProperty(globalThis, key, { value: moduleFor });

  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL = '' } = context;
      if (!parentURL.startsWith(rootUrl)) return next(specifier, context);
      const record = (to: string) => {
        const seen = imports.get(parentURL) ?? new Set();
        imports.set(parentURL, seen.add(to));
      };
      const name = packageOfSpecifier(specifier);
      if (name === 'n8n-workflow') {
        // A `require` is resolved from where it stands, whatever `parentURL` says.
        if (context.conditions?.includes('import')) return next(specifier, { ...context, parentURL: ourselves });
        return { url: pathToFileURL(require.resolve(specifier)).href, format: 'commonjs', shortCircuit: true };
      }
      if (name === undefined) {
        const resolved = next(specifier, context);
        record(resolved.url);
        return resolved;
      }
      try {
        const resolved = next(specifier, context);
        if (resolved.url.startsWith(rootUrl)) {
          record(resolved.url);
          return resolved;
        }
        if (!known.has(name)) throw missingModule(specifier);
      } catch (error) {
        if (!known.has(name)) throw error;
      }
      const url = scheme + specifier;
      record(url);
      return { url, format: 'commonjs', shortCircuit: true };
    },
    load(url, context, next) {
      if (!url.startsWith(scheme)) return next(url, context);
      const name = url.slice(scheme.length);
      moduleFor(name);
      const source = `module.exports = globalThis[Symbol.for('service.stand-in')](${JSON.stringify(name)})`;
      return { format: 'commonjs', source, shortCircuit: true };
    },
  });

  return {
    get replaced() {
      return new Set(values.keys());
    },
    usedBy(file) {
      const seen = new Set<string>();
      const todo = [pathToFileURL(file).href];
      for (let url = todo.pop(); url !== undefined; url = todo.pop()) {
        if (seen.has(url)) continue;
        seen.add(url);
        todo.push(...(imports.get(url) ?? []));
      }
      return [...used].filter((name) => seen.has(scheme + name));
    },
  };
}

function missingModule(specifier: string): Error {
  return Object.assign(new Error(`Cannot find module '${specifier}'`), { code: 'MODULE_NOT_FOUND' });
}

export const loadHost = () => require('n8n-workflow');
