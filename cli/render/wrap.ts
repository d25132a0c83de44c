import width from 'fast-string-width';

/**
 * Breaks text into lines of at most `width` columns, each with an indent; a word longer than a line stays whole, so
 * that paths and addresses can be copied. Without a width only the indent is added. Line breaks of the text stay.
 */
export function wrap(
  text: string,
  { indent, width: columns }: { indent: string; width: number | undefined },
): string[] {
  const room = columns === undefined ? Number.POSITIVE_INFINITY : Math.max(20, columns - indent.length);
  return text.split('\n').flatMap((line) => fill(line, room).map((part) => `${indent}${part}`.trimEnd()));
}

function fill(line: string, room: number): string[] {
  if (room === Number.POSITIVE_INFINITY || width(line) <= room) return [line];
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && width(current) + 1 + width(word) > room) {
      lines.push(current);
      current = word;
    } else {
      current = current === '' ? word : `${current} ${word}`;
    }
  }
  return [...lines, current];
}
