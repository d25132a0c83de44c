/** Whether a file only says what others hold: `.d.ts`, `.d.mts`, `.d.cts`. */
export const isDeclarationFile = (path: string): boolean => /\.d\.[cm]?ts$/.test(path);
