/** Whether a file is `.d.ts`, `.d.mts` or `.d.cts`. */
export const isDeclarationFile = (path: string): boolean => /\.d\.[cm]?ts$/.test(path);
