import { matchesName, matchesWithStars, type NamePattern, parseName } from '../../../kernel/index.ts';

/** Maximum number of comparisons of a matcher, for all its patterns; they take about 50 ms. */
const budget = 10_000_000;
/** Characters of a pattern. */
const maxLength = 1000;

/**
 * Matches globs of a project in bounded time. Supports `*`, `?`, `[…]`, `**` and `{a,b}`.
 */
export class GlobMatcher {
  readonly #work = { steps: 0 };
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
    const isStar = (segment: string) => segment === '**';
    return matchesWithStars(
      pattern,
      path,
      { isStar, isSame: (part, name) => this.#matchSegment(part, name) },
      this.#work,
    );
  }

  #matchSegment(segment: string, name: string): boolean {
    this.#spend(segment.length + name.length);
    return matchesName(patternOf(segment), name, this.#work);
  }

  #spend(comparisons: number): void {
    this.#work.steps += comparisons;
    if (this.#work.steps > budget) throw new UnknownGlob('the patterns are too much work');
  }
}

/** A glob with unsupported syntax. */
export class UnknownGlob extends Error {}

function patternOf(segment: string): NamePattern {
  if (/[?*+@!]\(/.test(segment)) throw new UnknownGlob(`extended glob: ${segment}`);
  if (segment.includes('\\')) throw new UnknownGlob(`escape: ${segment}`);
  const pattern = /\[[^[\]:]*:/.test(segment) ? undefined : parseName(segment);
  if (pattern === undefined) throw new UnknownGlob(`class: ${segment}`);
  return pattern;
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
