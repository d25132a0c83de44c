/** The key by which the source of a stand-in finds its object. */
export const standInsKey = 'service.stand-ins';

export function commonJsSource(specifier: string): string {
  return `module.exports = globalThis[Symbol.for('${standInsKey}')](${JSON.stringify(specifier)})`;
}

/** @param names the names that are imported from it */
export function esModuleSource(specifier: string, names: readonly string[]): string {
  const exports = names.map(
    (name, index) => `const v${index} = it[${JSON.stringify(name)}];\nexport { v${index} as ${name} };`,
  );
  const it = `globalThis[Symbol.for('${standInsKey}')](${JSON.stringify(specifier)})`;
  return [`const it = ${it};`, 'export default it;', ...exports].join('\n');
}

/** The names that a module imports, or re-exports, from another. */
export function namesImported(text: string, specifier: string): string[] {
  const names = new Set<string>();
  const quoted = specifier.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  for (const [, list = ''] of text.matchAll(new RegExp(`\\{([^{}]{0,10000})\\}\\s*from\\s*["']${quoted}["']`, 'g'))) {
    for (const part of list.split(',')) {
      const [name = ''] = part.trim().split(/\s+/);
      if (/^[\w$]+$/.test(name) && name !== 'default') names.add(name);
    }
  }
  return [...names];
}
