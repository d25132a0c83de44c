import { isBuiltin as isBuiltinModule } from 'node:module';

// Asked while code of a project runs: see unpatched.ts.
const { apply } = Reflect;
const { slice } = String.prototype;
const isBuiltin = isBuiltinModule;

/** The package that an import names; undefined for a path, a URL, an import of the package's own `imports`, or Node.js. */
export function packageOfSpecifier(specifier: string): string | undefined {
  const first = specifier[0];
  if (first === undefined || first === '.' || first === '/' || first === '#' || isBuiltin(specifier)) return undefined;
  let wanted = first === '@' ? 2 : 1;
  for (let at = 0; at < specifier.length; at++) {
    const character = specifier[at];
    // What comes before a colon is the scheme of a URL.
    if (character === ':') return undefined;
    if (character === '/') wanted -= 1;
    if (wanted === 0) return apply(slice, specifier, [0, at]);
  }
  return specifier;
}
