import { dirname } from 'node:path';

/** A folder and its ancestors, the nearest first. @param folder absolute */
export function ancestors(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...ancestors(above)];
}
