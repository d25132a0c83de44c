/** Returns `1 finding`, `3 findings`. */
export function counted(count: number, word: string, plural?: string): string {
  return `${count} ${nounFor(count, word, plural)}`;
}

/** Returns the word for one, or the one for several. */
export function nounFor(count: number, word: string, plural = `${word}s`): string {
  return count === 1 ? word : plural;
}
