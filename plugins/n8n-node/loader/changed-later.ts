/** Reported for built-in objects that are found modified when all files are loaded. */
export const changedLater = 'built-in objects modified after the package was loaded';
