import width from 'fast-string-width';

/**
 * Wraps text to `width` columns with an indent. Does not break words, so that paths and URLs can be copied. Keeps line breaks.
 * Without a width, only adds the indent.
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
