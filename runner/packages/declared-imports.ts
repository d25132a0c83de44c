import { isBuiltin } from 'node:module';
import { isPackageName, splitName } from './lock/lock-values.ts';

/** Characters of a file to search; longer files are generated, with their imports at the top. */
const maxCharacters = 2 * 1024 * 1024;

/** The names of the packages that a declaration file imports or references. */
export function declaredImports(text: string): Set<string> {
  const names = new Set<string>();
  const head = text.slice(0, maxCharacters);
  for (const [, specifier = ''] of head.matchAll(/\b(?:from|import|require)\s*(?:\(\s*)?['"]([^'"\n]{1,300})['"]/g)) {
    const name = packageOf(specifier);
    if (name !== undefined) names.add(name);
  }
  for (const [, types = ''] of head.matchAll(
    /^[ \t]*\/\/\/[ \t]*<reference\s+types\s*=\s*['"]([^'"\n]{1,300})['"]/gm,
  )) {
    const name = packageOf(types) ?? (isPackageName(types) ? types : undefined);
    if (name !== undefined) names.add(typesFor(name));
    if (name !== undefined && !isBuiltin(name)) names.add(name);
  }
  return names;
}

/** The package of an import specifier; undefined for a path, a module of Node.js, and an invalid name. */
function packageOf(specifier: string): string | undefined {
  if (specifier.startsWith('.') || specifier.startsWith('/') || specifier.includes(':') || isBuiltin(specifier))
    return undefined;
  const name = splitName(specifier, '/')?.name ?? specifier;
  return isPackageName(name) && !isBuiltin(name) ? name : undefined;
}

/** The DefinitelyTyped package with the types of a package: https://github.com/DefinitelyTyped/DefinitelyTyped#what-about-scoped-packages */
export function typesFor(name: string): string {
  if (name.startsWith('@types/')) return name;
  return `@types/${name.startsWith('@') ? name.slice(1).replace('/', '__') : name}`;
}
