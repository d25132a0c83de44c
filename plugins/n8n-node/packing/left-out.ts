import type { Manifest } from '../../../kernel/check.ts';
import { packingOf } from '../project/packing/packing.ts';
import type { BuiltFiles } from '../typescript/built-files.ts';

interface Surroundings {
  built?: BuiltFiles | undefined;
  manifest: Manifest | undefined;
}

/**
 * Why a file of the sources, an icon or a codex file, will not be in the package; undefined if it will be, or if an unknown
 * script may copy it.
 * @param path of the file in the package: `dist/nodes/Acme/acme.svg`
 * @param declaredPath of the node or credential that it belongs to
 */
export function whyLeftOut(
  path: string,
  declaredPath: string,
  { built, manifest = {} }: Surroundings,
): string | undefined {
  const packing = packingOf(manifest);
  const { packed, by } = packing(path);
  // If the node is not in the package either, that is reported.
  if (packed === false)
    return packing(declaredPath).packed === false ? undefined : `excluded from the package by ${by}`;
  const file = built?.of(path);
  if (file?.made !== 'no' || built?.otherCopy !== undefined) return undefined;
  return file.isRemoved ? 'removed by the build after it is copied' : 'not copied by the build';
}
