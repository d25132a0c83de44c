import { readFileSync } from 'node:fs';
import { isBuiltin as isBuiltinModule, type ResolveFnOutput, registerHooks } from 'node:module';
import { sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { requireFrom } from '../n8n/kit-folder.ts';
import type { HostLibrary } from '../n8n/n8n-shapes.ts';
import { packageOfSpecifier } from '../project/package-of-specifier.ts';
import { fileSearch } from './file-search.ts';
import { lazyHost } from './lazy-host.ts';
import { missingModule } from './missing-module.ts';
import type { Watch } from './side-effects.ts';
import { standIn } from './stand-in.ts';
import { commonJsSource, esModuleSource, namesImported, standInsKey } from './stand-in-source.ts';
import { hasText, startsWith, withOwnMethods } from './unpatched.ts';

interface ModuleRules {
  /** Absolute real path of the package. */
  root: string;
  /** Packages that are replaced by a stand-in unless the package ships them. */
  standInsFor: readonly string[];
  /** Packages that n8n provides to `require`; replaced unless they are installed here. */
  hostModules: readonly string[];
  installedHost: readonly string[];
  /** Files that will not be in the published package; relative to it, with `/`. */
  unshipped: readonly string[];
  /** Absolute path of the kit with n8n. */
  kit: string;
}

/** The imports of the files of a package. */
interface ModuleRecord {
  /** Specifiers of the replaced modules. */
  replaced(): string[];
  /** Specifiers of the stand-ins that a file, or anything that it may have imported, used. */
  usedBy(file: string): string[];
  /** n8n-workflow as n8n loads it. */
  host(): HostLibrary;
}

const scheme = 'stand-in:';

// Used while code of the project runs: see unpatched.ts.
const isBuiltin = isBuiltinModule;
const { apply } = Reflect;
const getHref = Object.getOwnPropertyDescriptor(URL.prototype, 'href')?.get;
const hrefOf = (url: URL): string => (getHref ? apply(getHref, url, []) : url.href);
const urlOf = (path: string): string => hrefOf(toUrl(path));
const toUrl = pathToFileURL;
const toPath = fileURLToPath;

/**
 * Decides what the code of a package may import, as if n8n had installed it: its own files, the node_modules that it
 * ships, Node.js, and n8n-workflow from the kit. Other imports fail with Node's error.
 * @param watch is notified of imported built-in modules and of sources
 */
export function ruleModules(rules: ModuleRules, watch: Pick<Watch, 'builtin' | 'source'>): ModuleRecord {
  const { root, standInsFor, hostModules, installedHost, unshipped, kit } = rules;
  const require = requireFrom(kit);
  const rootUrl = `${urlOf(root)}/`;
  const installed = withOwnMethods(new Set(standInsFor));
  const host = withOwnMethods(new Set(hostModules));
  const real = withOwnMethods(new Set(installedHost));
  const hidden = withOwnMethods(new Set(unshipped.map((path) => urlOf(root + sep + path))));
  const workflowFile = require.resolve('n8n-workflow');
  const hosts = withOwnMethods(new Set([urlOf(workflowFile)]));
  const values = withOwnMethods(new Map<string, object>());
  const used = withOwnMethods(new Set<string>());
  // By folder, because Node caches how a folder's files resolve imports.
  const imports = withOwnMethods(new Map<string, Set<string>>());

  const replacement = (specifier: string) => {
    const stand = () => standIn(specifier, () => used.add(specifier));
    const value = values.get(specifier) ?? fileSearch(specifier, stand) ?? stand();
    values.set(specifier, value);
    return value;
  };
  Object.defineProperty(globalThis, Symbol.for(standInsKey), { value: replacement });

  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL = '' } = context;
      // The parent is empty when code of the project called the loader itself.
      if (isBuiltin(specifier) && (parentURL === '' || startsWith(parentURL, rootUrl))) watch.builtin(specifier);
      if (!startsWith(parentURL, rootUrl)) return next(specifier, context);
      const name = packageOfSpecifier(specifier);
      const esModule = hasText(context.conditions, 'import');
      // n8n adds its modules to the path of `require` only, so `import` does not find them.
      if (name === 'n8n-workflow' && !esModule) {
        try {
          const path = specifier === name ? workflowFile : require.resolve(specifier);
          return { url: urlOf(path), format: 'commonjs', shortCircuit: true };
        } catch {
          throw missingModule(specifier, parentURL, { esModule, isHost: false });
        }
      }
      const record = (resolved: ResolveFnOutput) => {
        const folder = hrefOf(new URL('.', parentURL));
        const known = imports.get(folder) ?? withOwnMethods(new Set());
        if (!isBuiltin(resolved.url)) imports.set(folder, known.add(resolved.url));
        return resolved;
      };
      if (name === undefined) {
        const resolved = next(specifier, context);
        if (hidden.has(resolved.url)) throw missingModule(specifier, parentURL, { esModule, isHost: false });
        return record(resolved);
      }
      const replaced = installed.has(name) || (!esModule && host.has(name));
      try {
        const resolved = next(specifier, context);
        if (startsWith(resolved.url, rootUrl)) return record(resolved);
      } catch (error) {
        if (!replaced && !esModule) throw error;
      }
      if (!replaced)
        throw missingModule(specifier, parentURL, { esModule, isHost: name === 'n8n-workflow' || host.has(name) });
      const ours = !esModule && !installed.has(name) && real.has(name) ? resolved(specifier, require) : undefined;
      if (ours !== undefined) return { url: urlOf(ours), shortCircuit: true };
      const names = esModule ? namesImported(textOf(parentURL), specifier) : [];
      const url = `${scheme}${encodeURIComponent(specifier)}${esModule ? `?${names.join('&')}` : ''}`;
      return record({ url, format: esModule ? 'module' : 'commonjs', shortCircuit: true });
    },
    load(url, context, next) {
      if (hosts.has(url)) return { format: 'commonjs', source: lazyHost(toPath(url)), shortCircuit: true };
      const stood = standInOf(url);
      if (!stood) {
        const loaded = next(url, context);
        if (loaded.source && startsWith(url, rootUrl)) watch.source(loaded.source.toString());
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
    host: () => require('n8n-workflow'),
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

/** The path of a module; undefined when its package does not have it. */
function resolved(specifier: string, require: NodeJS.Require): string | undefined {
  try {
    return require.resolve(specifier);
  } catch {
    return undefined;
  }
}

function standInOf(url: string): { specifier: string; names: string[] | undefined } | undefined {
  if (!startsWith(url, scheme)) return undefined;
  const [specifier = '', names] = url.slice(scheme.length).split('?');
  return { specifier: decodeURIComponent(specifier), names: names?.split('&').filter(Boolean) };
}

function textOf(url: string): string {
  return url.startsWith('file:') ? readFileSync(fileURLToPath(url), 'utf8') : '';
}
