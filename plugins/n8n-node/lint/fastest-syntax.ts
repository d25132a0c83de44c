import { type Syntax, typescriptSyntax } from './syntax.ts';

/**
 * The fastest way to parse that this platform has, and the fastest way to import n8n's plugins: to be called before
 * they are imported.
 */
export async function fastestSyntax(): Promise<Syntax> {
  try {
    const { oxcSyntax } = await import('./oxc-syntax.ts');
    const { loadPlugins } = await import('./import-shortcuts.ts');
    await loadPlugins();
    return oxcSyntax;
  } catch {
    // The native parser is not there for every platform.
    return typescriptSyntax;
  }
}
