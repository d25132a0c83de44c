import { posix } from 'node:path';
import { ServiceError } from '../../kernel/errors.ts';
import { type MatchWork, matchesName, matchesWithStars, type NamePattern, parseName } from '../../kernel/wildcards.ts';

/** Comparisons for one project; real projects need less than 1 % of it. They take about a second. */
const maxSteps = 200_000_000;

/** The origin of lines. */
interface IgnoreSource {
  /** The location of a line, for errors. @param index from 0 */
  placeOf(index: number): string;
  /** The base folder, relative to the top, with `/`; empty for the top itself. */
  folder?: string;
}

/**
 * Matches lines of `.gitignore` files as git does (https://git-scm.com/docs/gitignore), in bounded time.
 */
export class IgnoreRules {
  /** By folder. */
  readonly #rules = new Map<string, Rule[]>();
  readonly #ignoredFolders = new Map<string, boolean>();
  readonly #work: MatchWork;

  constructor(work: MatchWork = { steps: 0 }) {
    this.#work = work;
  }

  add(lines: readonly string[], { placeOf, folder = '' }: IgnoreSource): void {
    const rules = this.#rules.get(folder) ?? [];
    rules.push(...lines.flatMap((line, index) => parseRule(line, placeOf(index)) ?? []));
    this.#rules.set(folder, rules);
    this.#ignoredFolders.clear();
  }

  /**
   * Nothing below an ignored folder can be re-included.
   * @param path relative to the top, with `/`
   * @throws {ServiceError} INVALID_CONFIG if the patterns take too long to match
   */
  ignores(path: string, isFolder: boolean): boolean {
    if (this.#rules.size === 0) return false;
    const parent = posix.dirname(path);
    return (parent !== '.' && this.#ignoresFolder(parent)) || this.#decide(path, isFolder);
  }

  #ignoresFolder(path: string): boolean {
    const known = this.#ignoredFolders.get(path) ?? this.ignores(path, true);
    this.#ignoredFolders.set(path, known);
    return known;
  }

  /** The last rule that matches decides, those of deeper folders first. */
  #decide(path: string, isFolder: boolean): boolean {
    for (let folder = path; folder !== '.'; ) {
      folder = posix.dirname(folder);
      const names = (folder === '.' ? path : path.slice(folder.length + 1)).split('/');
      if (names[0] === '..') return false;
      const rules = this.#rules.get(folder === '.' ? '' : folder) ?? [];
      const decisive = rules.findLast((rule) => (isFolder || !rule.foldersOnly) && this.#matches(rule, names));
      if (decisive) return !decisive.negative;
    }
    return false;
  }

  #matches(rule: Rule, names: readonly string[]): boolean {
    const before = this.#work.steps;
    const matches = rule.ways.some((way) => matchesNames(way, names, this.#work));
    rule.steps += this.#work.steps - before;
    if (this.#work.steps > maxSteps) throw tooExpensive([...this.#rules.values()].flat());
    return matches;
  }
}

interface Rule {
  /** The line as written, and where. */
  text: string;
  place: string;
  negative: boolean;
  foldersOnly: boolean;
  /** What it matches, by names: one of these. */
  ways: readonly (readonly NamePattern[])[];
  steps: number;
}

/** `**`: any number of folders. */
const anyDepth: NamePattern = [];

function matchesNames(pattern: readonly NamePattern[], names: readonly string[], work: MatchWork): boolean {
  // The usual pattern is a name at any depth.
  if (pattern.length === 2 && pattern[0] === anyDepth) return matchesName(pattern[1] ?? '', names.at(-1) ?? '', work);
  const isStar = (part: NamePattern) => part === anyDepth;
  return matchesWithStars(pattern, names, { isStar, isSame: (part, name) => matchesName(part, name, work) }, work);
}

/** Undefined for blank lines, comments, and patterns that match nothing. */
function parseRule(line: string, place: string): Rule | undefined {
  const text = trimTrailingSpaces(line);
  if (text === '' || text.startsWith('#')) return undefined;
  const negative = text.startsWith('!');
  const pattern = negative ? text.slice(1) : text;
  const foldersOnly = pattern.endsWith('/');
  const bare = (foldersOnly ? pattern.slice(0, -1) : pattern).replace(/\\(.)/gs, (escaped, character) =>
    character === '/' ? '/' : escaped,
  );
  if (bare === '') return undefined;
  const isAnchored = bare.includes('/');
  const ways = (isAnchored ? waysOf(bare.replace(/^\//, '')) : [[anyDepth, bare]]).flatMap(
    (way) => parseWay(way) ?? [],
  );
  return ways.length === 0 ? undefined : { text, place, negative, foldersOnly, ways, steps: 0 };
}

/** Ways to read one pattern; real ones have one. */
const maxWays = 8;

/** Parts of a pattern: those of the text, and stars that stand for folders. */
type Way = (string | typeof anyDepth)[];

/**
 * The parts of a pattern with a slash. Git compares the text before the first wildcard by itself: `a**` then is `**` after `a`,
 * so that it matches names that begin with `a` with all that is below them, and `a**\/b` also matches `ab`.
 * Source: https://github.com/git/git/blob/master/dir.c, `match_pathname`
 */
function waysOf(pattern: string, left = maxWays): Way[] {
  const [, folders = '', start, rest] = /^((?:[^*?[\\/]*\/)*)([^*?[\\/]+)\*{2,}(?:\/(.*))?$/s.exec(pattern) ?? [];
  const split = (text: string): Way => text.split('/').map((part) => (part === '**' ? anyDepth : part));
  if (start === undefined || left === 0) return [withContents(split(pattern))];
  const before = folders === '' ? [] : split(folders.slice(0, -1));
  const below: Way = [...before, `${start}*`, anyDepth];
  if (rest === undefined) return [below];
  return [withContents([...below, ...split(rest)]), ...waysOf(`${folders}${start}${rest}`, left - 1)];
}

/** `folder/**` matches the contents, not the folder itself. */
const withContents = (way: Way): Way => (way.at(-1) === anyDepth ? [...way, '*'] : way);

/** Undefined for what matches nothing. */
function parseWay(way: Way): [NamePattern[]] | undefined {
  const names = way.map((part) => (typeof part === 'string' ? parseName(part) : part));
  return names.every((name) => name !== undefined) ? [names] : undefined;
}

/** Keeps a space after a backslash. */
function trimTrailingSpaces(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ') end -= 1;
  let slashes = end;
  while (line[slashes - 1] === '\\') slashes -= 1;
  return line.slice(0, (end - slashes) % 2 === 1 ? end + 1 : end);
}

/**
 * Parses `exclude` of the configuration: lines of a `.gitignore` in the project's folder or, with `../`, in a folder above
 * it.
 */
export function excludeRules(patterns: readonly string[], work?: MatchWork): IgnoreRules {
  const rules = new IgnoreRules(work);
  for (const [index, pattern] of patterns.entries()) {
    const [, not = '', up = '', rest = ''] = /^(!?)((?:\.\.\/)+)(.*)$/s.exec(pattern) ?? [];
    const source = { placeOf: () => `.service/config.json: exclude.${index}` };
    if (up === '') rules.add([pattern], source);
    else rules.add([`${not}/${rest}`], { ...source, folder: up.slice(0, -1) });
  }
  return rules;
}

/** Names the most expensive pattern. */
function tooExpensive(rules: readonly Rule[]): ServiceError {
  const worst = rules.reduce((one, other) => (other.steps > one.steps ? other : one));
  const shown = worst.text.length > 100 ? `${worst.text.slice(0, 100)}…` : worst.text;
  return new ServiceError(
    'INVALID_CONFIG',
    `${worst.place}: pattern "${shown}" takes too long to match`,
    'Use fewer wildcards in it, or fewer patterns.',
  );
}
