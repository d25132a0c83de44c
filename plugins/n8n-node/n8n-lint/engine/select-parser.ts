import { type Syntax, typescriptSyntax } from './syntax.ts';

/**
 * Selects the parser, and with it how n8n's plugins are loaded: to be called before they are imported.
 * @param careful typescript-eslint's parser and the plugins as they are; otherwise oxc, which is native, with
 * import-shortcuts.ts
 * @throws {Error} where oxc is not available for this platform, or a plugin is not as the shortcuts know it: what was
 * loaded by then stays loaded, so only another process can be careful
 */
export async function selectParser(careful: boolean): Promise<Syntax> {
  if (careful) return typescriptSyntax;
  const { oxcSyntax } = await import('./oxc-syntax.ts');
  const { loadPlugins } = await import('./import-shortcuts.ts');
  await loadPlugins();
  return oxcSyntax;
}
