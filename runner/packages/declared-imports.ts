import { isBuiltin } from 'node:module';
import { isPackageName, splitName } from './lock/lock-values.ts';

/** Bytes of one file that is looked through; what is longer than that was generated, and its imports are at its top. */
const most = 2 * 1024 * 1024;

/** Names of packages that the text of declarations refers to: imports of every kind, and references to types. */
export function declaredImports(text: string): Set<string> {
  const names = new Set<string>();
  const head = text.slice(0, most);
  for (const [, specifier = ''] of head.matchAll(/\b(?:from|import|require)\s*\(?\s*['"]([^'"\n]{1,300})['"]/g)) {
    const name = packageOf(specifier);
    if (name !== undefined) names.add(name);
  }
  for (const [, types = ''] of head.matchAll(/^\s*\/\/\/\s*<reference\s+types\s*=\s*['"]([^'"\n]{1,300})['"]/gm)) {
    const name = packageOf(types) ?? (isPackageName(types) ? types : undefined);
    if (name !== undefined) names.add(typesFor(name));
    if (name !== undefined && !isBuiltin(name)) names.add(name);
  }
  return names;
}

/** The package that a specifier names; undefined for a path, a module of Node.js, and what no package can be called. */
export function packageOf(specifier: string): string | undefined {
  if (specifier.startsWith('.') || specifier.startsWith('/') || specifier.includes(':') || isBuiltin(specifier))
    return undefined;
  const name = splitName(specifier, '/')?.name ?? specifier;
  return isPackageName(name) && !isBuiltin(name) ? name : undefined;
}

/** Where DefinitelyTyped has the types of a package: https://github.com/DefinitelyTyped/DefinitelyTyped#what-about-scoped-packages */
export function typesFor(name: string): string {
  if (name.startsWith('@types/')) return name;
  return `@types/${name.startsWith('@') ? name.slice(1).replace('/', '__') : name}`;
}
