import type { ServiceContext } from '../../../kernel/check.ts';
import { scanModule } from '../follow/scan-module.ts';
import { scriptReach } from '../follow/script-reach.ts';
import { dependencyFields, recordOf } from '../project/manifest/manifest-fields.ts';
import { packageOfSpecifier } from '../project/package-of-specifier.ts';

/** Packages that scripts import. */
export interface ImportedPackages {
  names: readonly string[];
  /** Packages of which scripts import subpaths. */
  deep: readonly string[];
}

/** The packages that scripts and their imports use. @param roots paths in the project */
export async function importedPackages(
  { files, manifest = {}, service }: Pick<ServiceContext, 'files' | 'manifest' | 'service'>,
  roots: readonly string[],
): Promise<ImportedPackages> {
  const reach = await service(scriptReach);
  if (!reach) {
    const names = dependencyFields.flatMap((field) => Object.keys(recordOf(manifest[field]) ?? {}));
    return { names, deep: names };
  }
  const names = new Set<string>();
  const deep = new Set<string>();
  const reached = new Set(roots);
  // Iterating over a set includes elements that are added meanwhile.
  for (const path of reached) {
    const text = reach.texts.get(path);
    if (text === undefined || !/\.[cm]?[jt]sx?$/.test(path)) continue;
    for (const { path: next } of reach.follow(path)) if (files.exists(next)) reached.add(next);
    const types = [...text.matchAll(/^\s*\/\/\/\s*<reference\s+types\s*=\s*['"]([^'"\n]{1,300})['"]/gm)];
    for (const specifier of [...scanModule(text).specifiers, ...types.map(([, name = '']) => name)]) {
      const name = packageOfSpecifier(specifier);
      if (name !== undefined) names.add(name);
      if (name !== undefined && name !== specifier) deep.add(name);
    }
  }
  return { names: [...names].sort(), deep: [...deep].sort() };
}
