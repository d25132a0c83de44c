import { createRequire, Module, registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { siblingModule } from '../../../../kernel/sibling-module.ts';
import { lintRequire } from './lint-packages.ts';
import * as ruleTools from './rule-tools-stand-in.ts';

/** Modules that @n8n/eslint-plugin-community-nodes imports for a small part, and modules that contain only this part. */
const shortcuts: Readonly<Record<string, string>> = {
  '@typescript-eslint/typescript-estree': siblingModule(import.meta.url, 'estree-stand-in').href,
  '@typescript-eslint/utils': siblingModule(import.meta.url, 'rule-tools-stand-in').href,
  'node:fs': siblingModule(import.meta.url, 'cached-fs-stand-in').href,
  // Only a list of connection types is needed; the main module loads the expression engine too.
  'n8n-workflow': 'n8n-workflow/dist/cjs/interfaces.js',
};

/**
 * Loads n8n's plugins without TypeScript, ESLint and most of n8n-workflow, which take most of the linter's startup time.
 * Later imports in this process get the same modules.
 */
export async function loadPlugins(): Promise<void> {
  const require = lintRequire();
  const replace = (path: string, exports: object) => {
    require.cache[path] ??= Object.assign(new Module(path), { exports, loaded: true });
  };
  const nodesBase = require.resolve('eslint-plugin-n8n-nodes-base');
  replace(createRequire(nodesBase).resolve('@typescript-eslint/utils'), { ...ruleTools });
  // The names of the standard library, in a hundred modules; see oxc-syntax.ts.
  const scopeManager = dirname(require.resolve('@typescript-eslint/scope-manager'));
  replace(join(scopeManager, 'lib/index.js'), { lib: { get: () => ({ libs: [], variables: [] }) } });
  // Before the hooks, which slow down the resolution of its modules.
  withoutNewGlobals(() => require(nodesBase));
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const shortcut = context.parentURL?.includes('/@n8n/eslint-plugin-community-nodes/')
        ? shortcuts[specifier]
        : undefined;
      return next(shortcut ?? specifier, context);
    },
  });
  try {
    await import(pathToFileURL(require.resolve('@n8n/eslint-plugin-community-nodes')).href);
  } finally {
    hooks.deregister();
  }
}

/** tslib, one of its modules, also defines its exports as globals. */
function withoutNewGlobals(load: () => void): void {
  const before = new Set(Reflect.ownKeys(globalThis));
  load();
  for (const key of Reflect.ownKeys(globalThis)) if (!before.has(key)) Reflect.deleteProperty(globalThis, key);
}
