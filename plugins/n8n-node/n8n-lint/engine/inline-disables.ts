import { lineAt, startsOfLines } from '../../ast/line-starts.ts';

/** A comment that disables or enables rules. */
interface Directive {
  kind: 'disable' | 'enable' | 'disable-line' | 'disable-next-line';
  /** Empty for all rules. */
  rules: ReadonlySet<string>;
  /** Line and column of its start, from 1, and its last line. */
  line: number;
  column: number;
  lastLine: number;
}

/** Directives of a file to read; a hostile file may have a million. */
const maxDirectives = 1000;
/** Characters of a directive with its rules. */
const maxLength = 5000;

// https://eslint.org/docs/latest/use/configure/rules#disabling-rules. The directive is the first word of its comment.
const pattern = /(\/\/|\/\*)\s*eslint-(disable-next-line|disable-line|disable|enable)(?![\w-])/g;

/**
 * Returns whether a comment tells ESLint not to report a rule at a location; n8n's gate ignores such comments. Strings
 * that look like comments count too.
 */
export function inlineDisables(text: string): (code: string, line: number, column: number) => boolean {
  const directives = directivesIn(text);
  return (code, line, column) => {
    let isOff = false;
    for (const { kind, rules, ...at } of directives) {
      if (rules.size > 0 && !rules.has(code)) continue;
      if (kind === 'disable-line' && line >= at.line && line <= at.lastLine) return true;
      if (kind === 'disable-next-line' && line === at.lastLine + 1) return true;
      const isBefore = at.line < line || (at.line === line && at.column <= column);
      if (isBefore && (kind === 'disable' || kind === 'enable')) isOff = kind === 'disable';
    }
    return isOff;
  };
}

function directivesIn(text: string): Directive[] {
  if (!text.includes('eslint-')) return [];
  const lines = startsOfLines(text);
  const found: Directive[] = [];
  let read = 0;
  for (const match of text.matchAll(pattern)) {
    if (++read > maxDirectives) break;
    const [whole, opening, word = ''] = match;
    const kind = kinds.find((one) => one === word);
    const isBlock = opening === '/*';
    // Line comments support only the other two.
    if (!kind || (!isBlock && (kind === 'disable' || kind === 'enable'))) continue;
    const start = match.index + whole.length;
    const rest = text.slice(start, start + maxLength);
    const end = rest.search(isBlock ? /\*\// : /[\r\n]|$/);
    if (end < 0) continue;
    const line = lineAt(lines, match.index);
    found.push({
      kind,
      rules: rulesOf(rest.slice(0, end)),
      line: line + 1,
      column: match.index - (lines[line] ?? 0) + 1,
      lastLine: lineAt(lines, start + end) + 1,
    });
  }
  return found;
}

const kinds: readonly Directive['kind'][] = ['disable', 'enable', 'disable-line', 'disable-next-line'];

/** The rules before the description, which starts with two dashes. */
function rulesOf(list: string): Set<string> {
  const [names = ''] = list.split(/\s-{2,}\s/);
  return new Set(
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );
}
