/** Maximum number of comparisons of a matcher, for all its patterns; they take about 50 ms. */
const budget = 10_000_000;
/** Characters of a pattern. */
const maxLength = 1000;

/**
 * Matches globs of a project in bounded time: patterns are untrusted, and regular expressions could backtrack for hours.
 * Supports `*`, `?`, `[…]`, `**` and `{a,b}`.
 */
export class GlobMatcher {
  #spent = 0;
  readonly #expanded = new Map<string, readonly (readonly string[])[]>();

  /**
   * Whether a glob matches a whole path; both with `/`, without a leading or trailing one.
   * @throws {UnknownGlob} for unsupported syntax, and if the patterns are too expensive
   */
  matches(glob: string, path: string): boolean {
    if (glob.length > maxLength) throw new UnknownGlob('a pattern is too long');
    this.#spend(glob.length + path.length);
    const segments = path.split('/');
    return this.#patternsOf(glob).some((pattern) => this.#matchSegments(pattern, segments));
  }

  /** The segments of each pattern of a glob. */
  #patternsOf(glob: string): readonly (readonly string[])[] {
    const known = this.#expanded.get(glob);
    if (known) return known;
    const patterns = expandBraces(glob).map((pattern) => pattern.split('/'));
    this.#spend(patterns.length * glob.length);
    this.#expanded.set(glob, patterns);
    return patterns;
  }

  #matchSegments(pattern: readonly string[], path: readonly string[]): boolean {
    return this.#match(pattern.length, path.length, {
      isStar: (p) => pattern[p] === '**',
      isSame: (p, i) => this.#matchSegment(tokensOf(pattern[p] ?? ''), [...(path[i] ?? '')]),
    });
  }

  #matchSegment(pattern: readonly string[], text: readonly string[]): boolean {
    this.#spend(pattern.length + text.length);
    return this.#match(pattern.length, text.length, {
      isStar: (p) => pattern[p] === '*',
      isSame: (p, i) => isSameCharacter(pattern[p] ?? '', text[i] ?? ''),
    });
  }

  #spend(comparisons: number): void {
    this.#spent += comparisons;
    if (this.#spent > budget) throw new UnknownGlob('the patterns are too much work');
  }

  /** Wildcard matching that backtracks to the last star only: at most length times length steps. */
  #match(patternLength: number, length: number, { isStar, isSame }: Comparison): boolean {
    let p = 0;
    let i = 0;
    let star = -1;
    let resume = 0;
    while (i < length) {
      this.#spend(1);
      if (p < patternLength && isStar(p)) {
        star = p;
        resume = i;
        p += 1;
      } else if (p < patternLength && isSame(p, i)) {
        p += 1;
        i += 1;
      } else if (star >= 0) {
        resume += 1;
        p = star + 1;
        i = resume;
      } else {
        return false;
      }
    }
    while (p < patternLength && isStar(p)) p += 1;
    return p === patternLength;
  }
}

/** A glob with unsupported syntax. */
export class UnknownGlob extends Error {}

interface Comparison {
  isStar(patternIndex: number): boolean;
  isSame(patternIndex: number, index: number): boolean;
}

/** The characters of a segment; a class in brackets is one token. */
function tokensOf(segment: string): string[] {
  if (/[?*+@!]\(/.test(segment)) throw new UnknownGlob(`extended glob: ${segment}`);
  if (segment.includes('\\')) throw new UnknownGlob(`escape: ${segment}`);
  return (
    segment.match(/\[!?\]?[^\]]*\]|./gsu)?.filter((token, index, all) => !(token === '*' && all[index - 1] === '*')) ??
    []
  );
}

function isSameCharacter(token: string, character: string): boolean {
  if (token === '?') return true;
  if (token.length > 1 && token.startsWith('[')) return isInClass(token.slice(1, -1), character);
  return token === character;
}

function isInClass(inner: string, character: string): boolean {
  const negated = /^[!^]/.test(inner);
  const members = [...(negated ? inner.slice(1) : inner)];
  if (members.includes(':')) throw new UnknownGlob(`class: [${inner}]`);
  let found = false;
  for (let index = 0; index < members.length; index++) {
    const from = members[index] ?? '';
    const to = members[index + 1] === '-' ? members[index + 2] : undefined;
    if (to === undefined) found ||= from === character;
    else {
      found ||= from <= character && character <= to;
      index += 2;
    }
  }
  return found !== negated;
}

/** Patterns to which a pattern with braces may expand. */
const maxAlternatives = 64;

/** `a{b,c}` as `ab` and `ac`. */
function expandBraces(glob: string): string[] {
  let pending = [glob];
  const expanded: string[] = [];
  while (pending.length > 0) {
    if (pending.length + expanded.length > maxAlternatives) throw new UnknownGlob('too many alternatives');
    const [pattern = '', ...rest] = pending;
    // The innermost braces first.
    const braces = /^(.*?)\{([^{}]*)\}(.*)$/s.exec(pattern);
    if (!braces) {
      if (/[{}]/.test(pattern)) throw new UnknownGlob(`unbalanced braces: ${pattern}`);
      expanded.push(pattern);
      pending = rest;
      continue;
    }
    const [, before = '', inner = '', after = ''] = braces;
    if (!inner.includes(',')) throw new UnknownGlob(`braces without alternatives: ${pattern}`);
    pending = [...rest, ...inner.split(',').map((alternative) => before + alternative + after)];
  }
  return expanded;
}
