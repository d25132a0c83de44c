import { readFileSync } from 'node:fs';
import { createRequire, isBuiltin, type ResolveFnOutput, registerHooks } from 'node:module';
import { sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Watch } from './attempts.ts';
import { lazyHost } from './lazy-host.ts';
import { packageOfSpecifier } from './package-of-specifier.ts';
import { standIn } from './stand-in.ts';
import { commonJsSource, esModuleSource, namesImported, standInsKey } from './stand-in-source.ts';

export interface ModuleRules {
  /** Absolute path of the package, without links. */
  root: string;
  /** Packages that are replaced by a stand-in where the package does not ship them. */
  standInsFor: readonly string[];
  /** Packages that n8n has itself, for `require`; replaced as well. */
  hostModules: readonly string[];
  /** Files that are here and will not be in the published package; relative to it, with `/`. */
  unshipped: readonly string[];
  /** Under what name the n8n-workflow is installed here that the package gets; its own when absent. */
  workflow?: string | undefined;
}

/** What was imported while the package's files were loaded. */
export interface ModuleRecord {
  /** Specifiers of the modules that were replaced. */
  replaced(): string[];
  /** Specifiers of the stand-ins that were used by a file, or by anything that it may have imported. */
  usedBy(file: string): string[];
}

const require = createRequire(import.meta.url);
const scheme = 'stand-in:';

/**
 * Decides what the code of a package may import, as it would be once n8n has installed it: its own files, what it
 * ships in node_modules, Node.js and n8n-workflow, which is always ours. Imports of anything else fail in Node's words.
 * @param watch is told of what it asks for, and of its sources
 */
export function ruleModules(rules: ModuleRules, watch: Pick<Watch, 'builtin' | 'source'>): ModuleRecord {
  const { root, standInsFor, hostModules, unshipped, workflow = 'n8n-workflow' } = rules;
  const rootUrl = `${pathToFileURL(root).href}/`;
  const installed = new Set(standInsFor);
  const host = new Set(hostModules);
  const hidden = new Set(unshipped.map((path) => pathToFileURL(root + sep + path).href));
  const hosts = new Set(['n8n-workflow', workflow].map((name) => pathToFileURL(require.resolve(name)).href));
  const values = new Map<string, object>();
  const used = new Set<string>();
  // By folder, because Node remembers what a folder's files resolve to and does not ask again.
  const imports = new Map<string, Set<string>>();

  const replacement = (specifier: string) => {
    const value = values.get(specifier) ?? standIn(specifier, () => used.add(specifier));
    values.set(specifier, value);
    return value;
  };
  Object.defineProperty(globalThis, Symbol.for(standInsKey), { value: replacement });

  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL = '' } = context;
      // Nobody asks, when the loader itself was got hold of.
      if (isBuiltin(specifier) && (parentURL === '' || parentURL.startsWith(rootUrl))) watch.builtin(specifier);
      if (!parentURL.startsWith(rootUrl)) return next(specifier, context);
      const name = packageOfSpecifier(specifier);
      const esModule = context.conditions?.includes('import') === true;
      // n8n puts its own on the path of `require` only; an `import` does not find it there either.
      if (name === 'n8n-workflow' && !esModule) {
        try {
          const installed = require.resolve(specifier.replace('n8n-workflow', workflow));
          return { url: pathToFileURL(installed).href, format: 'commonjs', shortCircuit: true };
        } catch {
          throw missingModule(specifier, parentURL, esModule);
        }
      }
      const record = (resolved: ResolveFnOutput) => {
        const folder = new URL('.', parentURL).href;
        if (!isBuiltin(resolved.url)) imports.set(folder, (imports.get(folder) ?? new Set()).add(resolved.url));
        return resolved;
      };
      if (name === undefined) {
        const resolved = next(specifier, context);
        if (hidden.has(resolved.url)) throw missingModule(specifier, parentURL, esModule);
        return record(resolved);
      }
      const replaced = installed.has(name) || (!esModule && host.has(name));
      try {
        const resolved = next(specifier, context);
        if (resolved.url.startsWith(rootUrl)) return record(resolved);
      } catch (error) {
        if (!replaced) throw error;
      }
      if (!replaced) throw missingModule(specifier, parentURL, esModule);
      const names = esModule ? namesImported(textOf(parentURL), specifier) : [];
      const url = `${scheme}${encodeURIComponent(specifier)}${esModule ? `?${names.join('&')}` : ''}`;
      return record({ url, format: esModule ? 'module' : 'commonjs', shortCircuit: true });
    },
    load(url, context, next) {
      if (hosts.has(url)) return { format: 'commonjs', source: lazyHost(fileURLToPath(url)), shortCircuit: true };
      const stood = standInOf(url);
      if (!stood) {
        const loaded = next(url, context);
        if (loaded.source && url.startsWith(rootUrl)) watch.source(loaded.source.toString());
        return loaded;
      }
      const { specifier, names } = stood;
      replacement(specifier);
      if (names) return { format: 'module', source: esModuleSource(specifier, names), shortCircuit: true };
      return { format: 'commonjs', source: commonJsSource(specifier), shortCircuit: true };
    },
  });

  return {
    replaced: () => [...values.keys()],
    usedBy(file) {
      const reached = new Set<string>();
      const todo = [pathToFileURL(file).href];
      for (let url = todo.pop(); url !== undefined; url = todo.pop()) {
        if (reached.has(url)) continue;
        reached.add(url);
        if (!url.startsWith(scheme)) todo.push(...(imports.get(new URL('.', url).href) ?? []));
      }
      const specifiers = new Set([...reached].map((url) => standInOf(url)?.specifier));
      return [...used].filter((specifier) => specifiers.has(specifier));
    },
  };
}

function standInOf(url: string): { specifier: string; names: string[] | undefined } | undefined {
  if (!url.startsWith(scheme)) return undefined;
  const [specifier = '', names] = url.slice(scheme.length).split('?');
  return { specifier: decodeURIComponent(specifier), names: names?.split('&').filter(Boolean) };
}

function textOf(url: string): string {
  return url.startsWith('file:') ? readFileSync(fileURLToPath(url), 'utf8') : '';
}

/** Node's own error, for a module that is there for us only. */
function missingModule(specifier: string, parentURL: string, esModule: boolean): Error {
  const from = fileURLToPath(parentURL);
  const kind = packageOfSpecifier(specifier) === undefined ? 'module' : 'package';
  if (!esModule) {
    const message = `Cannot find module '${specifier}'\nRequire stack:\n- ${from}`;
    return Object.assign(new Error(message), { code: 'MODULE_NOT_FOUND' });
  }
  const message = `Cannot find ${kind} '${specifier}' imported from ${from}`;
  return Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' });
}

/** n8n-workflow as n8n has it. */
export const loadHost = () => require('n8n-workflow');
