/**
 * Removes code, markup, addresses, signs and examples in brackets, such as codes of languages. Every pattern is bounded: a
 * README may be half a megabyte of opening brackets.
 */
export function plainText(text: string): string {
  return text
    .replace(/`{1,3}[^`]{0,1000}`{1,3}/g, ' ')
    .replace(/!\[[^\]]{0,300}\](?:\([^)]{0,2000}\)|\[[^\]]{0,300}\])/g, ' ')
    .replace(/\[([^\]]{0,300})\](?:\([^)]{0,2000}\)|\[[^\]]{0,300}\])/g, '$1')
    .replace(/<[^>]{0,300}>/g, ' ')
    .replace(/&[a-z]+;|&#\d+;/gi, ' ')
    .replace(/\b(?:https?:\/\/|www\.)\S+/gi, ' ')
    .replace(/\((?:e\.?g|i\.?e|for example|such as)\b[^()]{0,200}\)/gi, ' ')
    .replace(/\p{Extended_Pictographic}|\u{fe0f}|\u{200d}/gu, ' ')
    .replace(/(?<!\w)[*_~]{1,3}(?=\S)|(?<=\S)[*_~]{1,3}(?!\w)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
