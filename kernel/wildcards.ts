type Class = (character: string) => boolean;
/** A character, or those of a class. */
type Token = string | Class;
/** A name without wildcards, or its tokens. */
export type NamePattern = string | readonly Token[];

/** Counts the comparisons of several matches. */
export interface MatchWork {
  steps: number;
}

interface Comparison<Part, Item> {
  isStar(part: Part): boolean;
  isSame(part: Part, item: Item): boolean;
}

const star: Class = () => false;

/** Parses a name with `*`, `?`, `[…]` and `\`. Undefined if it matches nothing: an open bracket, a backslash at the end. */
export function parseName(text: string): NamePattern | undefined {
  if (!/[*?[\\]/.test(text)) return text;
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '*') {
      if (tokens.at(-1) !== star) tokens.push(star);
    } else if (character === '?') tokens.push(() => true);
    else if (character === '[') {
      const found = parseClass(text, at + 1);
      if (!found) return undefined;
      tokens.push(found.token);
      at = found.end;
    } else {
      const literal = character === '\\' ? text[++at] : character;
      if (literal === undefined) return undefined;
      tokens.push(literal);
    }
  }
  return tokens;
}

/** Whether a pattern matches a whole name. */
export function matchesName(pattern: NamePattern, name: string, work: MatchWork): boolean {
  work.steps += 1;
  if (typeof pattern === 'string') return pattern === name;
  return matchesWithStars(pattern, name, nameComparison, work);
}

const nameComparison: Comparison<Token, string> = {
  isStar: (token) => token === star,
  isSame: (token, character) => (typeof token === 'string' ? token === character : token(character)),
};

/**
 * Whether a pattern matches all items, where a star matches any number of them. Backtracks to the last star only, so it takes
 * quadratic time at most: patterns are untrusted, and regular expressions could backtrack for hours.
 */
export function matchesWithStars<Part, Item>(
  pattern: readonly Part[],
  items: ArrayLike<Item>,
  { isStar, isSame }: Comparison<Part, Item>,
  work: MatchWork,
): boolean {
  let p = 0;
  let last = -1;
  let resume = 0;
  for (let i = 0; i < items.length; ) {
    work.steps += 1;
    const part = pattern[p];
    const item = items[i];
    if (part !== undefined && isStar(part)) {
      last = p;
      resume = i;
      p += 1;
    } else if (part !== undefined && item !== undefined && isSame(part, item)) {
      p += 1;
      i += 1;
    } else if (last >= 0) {
      resume += 1;
      p = last + 1;
      i = resume;
    } else {
      return false;
    }
  }
  return pattern.slice(p).every(isStar);
}

/** A class in brackets: `[a-z]`, `[!a]`, `[]a]`, `[[:digit:]]`. @param from index after the bracket */
function parseClass(text: string, from: number): { token: Class; end: number } | undefined {
  const negative = text[from] === '!' || text[from] === '^';
  const members: Class[] = [];
  const first = negative ? from + 1 : from;
  for (let at = first; at < text.length; at++) {
    if (text[at] === ']' && at > first)
      return { token: (other) => members.some((has) => has(other)) !== negative, end: at };
    const named = /^\[:(\w+):\]/.exec(text.slice(at, at + 12));
    if (named) {
      const known = classes[named[1] ?? ''];
      if (!known) return undefined;
      members.push((other) => known.test(other));
      at += named[0].length - 1;
      continue;
    }
    if (text[at] === '\\') at += 1;
    const low = text[at];
    let high = low;
    if (text[at + 1] === '-' && text[at + 2] !== ']' && text[at + 2] !== undefined) {
      at += text[at + 2] === '\\' ? 3 : 2;
      high = text[at];
    }
    if (low === undefined || high === undefined) return undefined;
    members.push((other) => low <= other && other <= high);
  }
  return undefined;
}

const classes: Readonly<Record<string, RegExp>> = {
  alnum: /[A-Za-z0-9]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  cntrl: /\p{Cc}/u,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /\s/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
};
