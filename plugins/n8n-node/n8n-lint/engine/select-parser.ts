import { type Syntax, typescriptSyntax } from './syntax.ts';

/**
 * Selects the parser, and how n8n's plugins are loaded. To be called before they are imported.
 * @param careful uses typescript-eslint's parser and the unmodified plugins; otherwise oxc, which is native, and
 * import-shortcuts.ts
 * @throws {Error} if oxc is not available for this platform, or a plugin has changed; modules that are loaded stay
 * loaded, so only another process can be careful
 */
export async function selectParser(careful: boolean): Promise<Syntax> {
  if (careful) return typescriptSyntax;
  const { oxcSyntax } = await import('./oxc-syntax.ts');
  const { loadPlugins } = await import('./import-shortcuts.ts');
  await loadPlugins();
  return oxcSyntax;
}
