import { readFileSync } from 'node:fs';
import { isDeclarationFile } from './declaration-file.ts';

/**
 * Bytes of a project of which TypeScript reads as much at a time: it takes about 80 times as much, and 70 MB. Its own
 * libraries and n8n-workflow, which it reads for every part, are about as long.
 */
export const partSize = 3_200_000;

/**
 * Divides what a project declares, so that the compiler need not hold all of a large one. Declarations go into every
 * part: they may be about anything.
 * @param count of parts, at most
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
 * Whether parts say together what the whole would: a file that can be seen without being imported has to be in all.
 * @param parts absolute paths of the files that were read for each
 */
export function isWhole(parts: readonly (readonly string[])[]): boolean {
  const seenIn = new Map<string, number>();
  for (const path of parts.flat()) seenIn.set(path, (seenIn.get(path) ?? 0) + 1);
  return [...seenIn].every(([path, count]) => count === parts.length || !isSeenByAll(readFileSync(path, 'utf8')));
}

/** A script that is no module, or one that declares something elsewhere. Rather once too often than once too seldom. */
function isSeenByAll(text: string): boolean {
  return !/\b(?:import|export)\b/.test(text) || /\bdeclare\s+(?:global|module)\b|^\s*\/\/\/\s*</m.test(text);
}
