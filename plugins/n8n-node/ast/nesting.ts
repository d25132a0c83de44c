/** The nesting depth of brackets, including those in strings and comments: an upper bound. */
export function nesting(text: string): number {
  let depth = 0;
  let most = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === 0x28 || character === 0x5b || character === 0x7b) {
      depth += 1;
      if (depth > most) most = depth;
    } else if ((character === 0x29 || character === 0x5d || character === 0x7d) && depth > 0) {
      depth -= 1;
    }
  }
  return most;
}
