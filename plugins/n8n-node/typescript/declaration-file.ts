/** Whether a file is a declaration file: `.d.ts`, `.d.mts`, `.d.cts`. */
export const isDeclarationFile = (path: string): boolean => /\.d\.[cm]?ts$/.test(path);
