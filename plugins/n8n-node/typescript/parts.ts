import { readFileSync } from 'node:fs';
import { isDeclarationFile } from './declaration-file.ts';

/**
 * Bytes of sources per part: TypeScript needs about 80 times as much memory, and 70 MB. Its libraries and n8n-workflow, which
 * it reads for each part, have about the same size.
 */
export const partSize = 3_200_000;

/**
 * Divides the declared files into parts, to limit the memory of the compiler. Declaration files are included in every part,
 * because they may affect any file.
 * @param count maximum number of parts
 */
export function partsOf(roots: readonly string[], count: number): string[][] {
  const ambient = roots.filter(isDeclarationFile);
  const others = roots.filter((path) => !isDeclarationFile(path));
  const size = Math.max(1, Math.ceil(others.length / Math.max(1, count)));
  const parts = Array.from({ length: Math.ceil(others.length / size) }, (_, index) =>
    others.slice(index * size, (index + 1) * size),
  );
  return parts.length > 1 ? parts.map((part) => [...part, ...ambient]) : [[...roots]];
}

/**
 * Whether parts have the same errors as the whole: a file that has an effect without being imported must be in all parts.
 * @param parts absolute paths of the files of each
 */
export function isWhole(parts: readonly (readonly string[])[]): boolean {
  const seenIn = new Map<string, number>();
  for (const path of parts.flat()) seenIn.set(path, (seenIn.get(path) ?? 0) + 1);
  return [...seenIn].every(([path, count]) => count === parts.length || !isSeenByAll(readFileSync(path, 'utf8')));
}

/** Whether a file is not a module, or declares something globally. Errs on the side of true. */
function isSeenByAll(text: string): boolean {
  return !/\b(?:import|export)\b/.test(text) || /\bdeclare\s+(?:global|module)\b|^[ \t]*\/\/\/\s*</m.test(text);
}
