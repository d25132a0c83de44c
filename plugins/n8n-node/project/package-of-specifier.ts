import { isBuiltin as isBuiltinModule } from 'node:module';

// Used while code of a project runs: see unpatched.ts.
const { apply } = Reflect;
const { slice } = String.prototype;
const isBuiltin = isBuiltinModule;

/** The package of an import; undefined for a path, a URL, a subpath import and Node.js. */
export function packageOfSpecifier(specifier: string): string | undefined {
  const first = specifier[0];
  if (first === undefined || first === '.' || first === '/' || first === '#' || isBuiltin(specifier)) return undefined;
  let wanted = first === '@' ? 2 : 1;
  for (let at = 0; at < specifier.length; at++) {
    const character = specifier[at];
    // A URL: the scheme ends with a colon.
    if (character === ':') return undefined;
    if (character === '/') wanted -= 1;
    if (wanted === 0) return apply(slice, specifier, [0, at]);
  }
  return specifier;
}
