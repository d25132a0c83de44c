import { isBuiltin } from 'node:module';

/** The package that an import names; undefined for a path, a URL, an import of the package's own `imports`, or Node.js. */
export function packageOfSpecifier(specifier: string): string | undefined {
  if (/^[./#]/.test(specifier) || /^[a-z]+:/i.test(specifier) || isBuiltin(specifier)) return undefined;
  const [scope, name = ''] = specifier.split('/', 2);
  return specifier.startsWith('@') ? `${scope}/${name}` : scope;
}
