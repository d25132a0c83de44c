/** The words of a text or a name, in lower case: `thumbnail` and `delete` of `thumbnailDelete`. */
export const wordsOf = (text: string): string[] =>
  text
    .replace(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** The same without plurals: `printer` and `id` of `printerIds` and of `Printer IDs`. */
export const singularWordsOf = (text: string): string[] =>
  wordsOf(text).map((word) => word.replace(/(?<=\p{L})s$/u, ''));
