import { posix } from 'node:path';
import { ServiceError } from '../../kernel/errors.ts';

/** Comparisons for one project; real projects need less than 1 % of it. They take about a second. */
const maxSteps = 200_000_000;

/** Counts the comparisons of several lists. */
export interface IgnoreWork {
  steps: number;
}

/** The origin of lines. */
interface IgnoreSource {
  /** The location of a line, for errors. @param index from 0 */
  placeOf(index: number): string;
  /** The base folder, relative to the top, with `/`; empty for the top itself. */
  folder?: string;
}

/**
 * Matches lines of `.gitignore` files as git does (https://git-scm.com/docs/gitignore), in bounded time: the patterns are
 * untrusted, and regular expressions could backtrack for hours.
 */
export class IgnoreRules {
  /** By folder. */
  readonly #rules = new Map<string, Rule[]>();
  readonly #ignoredFolders = new Map<string, boolean>();
  readonly #work: IgnoreWork;

  constructor(work: IgnoreWork = { steps: 0 }) {
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
    const matches = this.#matchNames(rule.names, names);
    rule.steps += this.#work.steps - before;
    if (this.#work.steps > maxSteps) throw tooExpensive([...this.#rules.values()].flat());
    return matches;
  }

  /** Backtracks to the last `**` only, as `#matchName` does to the last star. */
  #matchNames(pattern: readonly NamePattern[], names: readonly string[]): boolean {
    // The usual pattern is a name at any depth.
    if (pattern.length === 2 && pattern[0] === anyDepth) return this.#matchName(pattern[1] ?? '', names.at(-1) ?? '');
    let p = 0;
    let i = 0;
    let last = -1;
    let resume = 0;
    while (i < names.length) {
      const expected = pattern[p];
      if (expected === anyDepth) {
        last = p;
        resume = i;
        p += 1;
      } else if (expected !== undefined && this.#matchName(expected, names[i] ?? '')) {
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
    while (pattern[p] === anyDepth) p += 1;
    return p === pattern.length;
  }

  /** Takes quadratic time at most: only the last star is extended. */
  #matchName(pattern: NamePattern, name: string): boolean {
    this.#work.steps += 1;
    if (typeof pattern === 'string') return pattern === name;
    let p = 0;
    let i = 0;
    let last = -1;
    let resume = 0;
    let steps = 0;
    while (i < name.length) {
      steps += 1;
      const token = pattern[p];
      if (token === star) {
        last = p;
        resume = i;
        p += 1;
      } else if (token !== undefined && (typeof token === 'string' ? token === name[i] : token(name[i] ?? ''))) {
        p += 1;
        i += 1;
      } else if (last >= 0) {
        resume += 1;
        p = last + 1;
        i = resume;
      } else {
        break;
      }
    }
    this.#work.steps += steps;
    while (pattern[p] === star) p += 1;
    return i === name.length && p === pattern.length;
  }
}

interface Rule {
  /** The line as written, and where. */
  text: string;
  place: string;
  negative: boolean;
  foldersOnly: boolean;
  names: readonly NamePattern[];
  steps: number;
}

type Class = (character: string) => boolean;
/** A character, or those of a class. */
type Token = string | Class;
/** A name without wildcards, or its tokens. */
type NamePattern = string | readonly Token[];

const star: Class = () => false;
/** `**`: any number of folders. */
const anyDepth: NamePattern = [];

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
  const parts = bare.replace(/^\//, '').split('/');
  const names: NamePattern[] = bare.includes('/') ? [] : [anyDepth];
  for (const part of parts) {
    const name = part === '**' ? anyDepth : parseName(part);
    if (name === undefined) return undefined;
    names.push(name);
  }
  // `folder/**` matches the contents, not the folder itself.
  if (names.at(-1) === anyDepth) names.push([star]);
  return { text, place, negative, foldersOnly, names, steps: 0 };
}

/** Keeps a space after a backslash. */
function trimTrailingSpaces(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ') end -= 1;
  let slashes = end;
  while (line[slashes - 1] === '\\') slashes -= 1;
  return line.slice(0, (end - slashes) % 2 === 1 ? end + 1 : end);
}

/** Undefined if it matches nothing: an open bracket, a backslash at the end. */
function parseName(text: string): NamePattern | undefined {
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

/**
 * Parses `exclude` of the configuration: lines of a `.gitignore` in the project's folder or, with `../`, in a folder above
 * it.
 */
export function excludeRules(patterns: readonly string[], work?: IgnoreWork): IgnoreRules {
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
