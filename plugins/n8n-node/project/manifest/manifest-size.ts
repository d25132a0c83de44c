/** Maximum size of a manifest: its syntax tree takes a hundred times as much memory. */
export const mebibytes = 1;

export function isTooLarge(bytes: number): boolean {
  return bytes > mebibytes * 1024 * 1024;
}
