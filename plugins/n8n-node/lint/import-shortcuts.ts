import { registerHooks } from 'node:module';
import { siblingModule } from '../../../kernel/sibling-module.ts';

/** What n8n's plugin imports for a small part of it, and a module that has this part. */
const shortcuts: Readonly<Record<string, string>> = {
  '@typescript-eslint/typescript-estree': siblingModule(import.meta.url, 'estree-stand-in').href,
  // A list of connection types; the package's main module loads the expression engine and more.
  'n8n-workflow': 'n8n-workflow/dist/cjs/interfaces.js',
};

/**
 * From here on in this process, importing @n8n/eslint-plugin-community-nodes neither loads TypeScript nor all of
 * n8n-workflow: three quarters of the time that starting the linter takes.
 */
export function takeImportShortcuts(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const shortcut = context.parentURL?.includes('/@n8n/eslint-plugin-community-nodes/')
        ? shortcuts[specifier]
        : undefined;
      return next(shortcut ?? specifier, context);
    },
  });
}
