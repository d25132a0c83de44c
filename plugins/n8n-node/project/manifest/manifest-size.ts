/** How large a manifest may be to be looked into: a syntax tree of it takes a hundred times as much memory. */
export const mebibytes = 1;

export function isTooLarge(bytes: number): boolean {
  return bytes > mebibytes * 1024 * 1024;
}
