/** The references in a script, found without parsing it. */
interface ScannedModule {
  /** Of imports, re-exports, `import()`, `require()` and file references, without duplicates. */
  specifiers: readonly string[];
  /** Strings that start with `file:`, without this prefix: n8n's icons. */
  icons: readonly string[];
}

const newline = 10;
const [quote, doubleQuote, backtick, slash, star, backslash, dollar, open, close] = [
  39, 34, 96, 47, 42, 92, 36, 123, 125,
];

/** Words after which a slash starts a regular expression, not a division. */
const beforeExpression = /^(?:return|typeof|case|in|of|delete|void|throw|new|do|else|instanceof|await|yield)$/;

/**
 * Scans a script once, recognizing only comments, strings and regular expressions. At worst, a false import resolves to
 * nothing or to one file too many.
 */
export function scanModule(text: string): ScannedModule {
  return new Scanner(text).scan();
}

class Scanner {
  readonly #text: string;
  readonly #specifiers = new Set<string>();
  readonly #icons = new Set<string>();
  #at = 0;
  /** The last word, if only whitespace and comments follow it. */
  #word = '';
  /** Whether a string that follows immediately is imported. */
  #importing = false;
  /** Whether a slash starts a regular expression here. */
  #expression = true;
  /** Up to here, slashes are divisions: a regular expression that started on this line does not end. */
  #withoutExpressions = 0;
  /** Number of open braces in each enclosing template. */
  readonly #templates: number[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  scan(): ScannedModule {
    const text = this.#text;
    while (this.#at < text.length) this.#step(text.charCodeAt(this.#at));
    return { specifiers: [...this.#specifiers], icons: [...this.#icons] };
  }

  #step(code: number): void {
    if (code <= 32 || code === 0xa0 || code === 0xfeff) this.#at += 1;
    else if (isWordCode(code)) this.#readWord();
    else if (code === quote || code === doubleQuote) this.#readText(code);
    else if (code === backtick) this.#readTemplate(this.#at + 1, true);
    else if (code === slash) this.#readSlash();
    else this.#readSign(code);
  }

  #readWord(): void {
    const start = this.#at;
    while (this.#at < this.#text.length && isWordCode(this.#text.charCodeAt(this.#at))) this.#at += 1;
    const member = start > 0 && this.#text[start - 1] === '.' && this.#text[start - 2] !== '.';
    const word = this.#text.slice(start, Math.min(this.#at, start + 12));
    // `require.resolve` counts as `require`.
    const resolves = member && word === 'resolve' && this.#text.startsWith('require', start - 8);
    this.#importing = !member && (word === 'from' || word === 'import');
    this.#word = resolves ? 'require' : member ? '' : word;
    this.#expression = !member && beforeExpression.test(word);
  }

  #readText(mark: number): void {
    const start = this.#at + 1;
    let end = start;
    for (; end < this.#text.length; end += 1) {
      const code = this.#text.charCodeAt(end);
      if (code === backslash) end += 1;
      else if (code === mark || code === newline) break;
    }
    this.#at = end + 1;
    this.#found(this.#text.slice(start, end), end);
  }

  /** @param from start of its text, or of the text after a substitution */
  #readTemplate(from: number, whole: boolean): void {
    let end = from;
    for (; end < this.#text.length; end += 1) {
      const code = this.#text.charCodeAt(end);
      if (code === backslash) end += 1;
      else if (code === backtick) break;
      else if (code === dollar && this.#text.charCodeAt(end + 1) === open) {
        this.#templates.push(0);
        this.#at = end + 2;
        this.#nothingBefore(true);
        return;
      }
    }
    this.#at = end + 1;
    if (whole) this.#found(this.#text.slice(from, end), end);
    else this.#nothingBefore(false);
  }

  #found(content: string, end: number): void {
    if (content.length <= 1024) {
      if (this.#importing && !isContinued(this.#text, end + 1)) this.#specifiers.add(content);
      if (content.startsWith('file:')) this.#icons.add(content.slice('file:'.length));
    }
    this.#nothingBefore(false);
  }

  #readSlash(): void {
    const next = this.#text.charCodeAt(this.#at + 1);
    if (next === slash) this.#readLineComment();
    else if (next === star) {
      const end = this.#text.indexOf('*/', this.#at + 2);
      this.#at = end < 0 ? this.#text.length : end + 2;
    } else if (this.#expression && this.#at >= this.#withoutExpressions) this.#readExpression();
    else this.#readSign(slash);
  }

  #readLineComment(): void {
    const end = this.#text.indexOf('\n', this.#at);
    const line = this.#text.slice(this.#at, Math.min(end < 0 ? this.#text.length : end, this.#at + 1100));
    const referred = /^\/\/\/\s{0,20}<reference\s{1,20}(?:path|types)\s{0,20}=\s{0,20}["']([^"']+)["']/.exec(line);
    // File references do not need `./`.
    if (referred?.[1] !== undefined)
      this.#specifiers.add(/\spath/.test(referred[0]) ? `./${referred[1]}` : referred[1]);
    this.#at = end < 0 ? this.#text.length : end + 1;
  }

  #readExpression(): void {
    let inClass = false;
    let end = this.#at + 1;
    for (; end < this.#text.length; end += 1) {
      const code = this.#text.charCodeAt(end);
      if (code === newline) break;
      if (code === backslash) end += 1;
      else if (code === 91) inClass = true;
      else if (code === 93) inClass = false;
      else if (code === slash && !inClass) break;
    }
    const closed = this.#text.charCodeAt(end) === slash;
    if (!closed) this.#withoutExpressions = end;
    this.#at = closed ? end + 1 : this.#at + 1;
    this.#nothingBefore(!closed);
  }

  #readSign(code: number): void {
    this.#at += 1;
    const inner = this.#templates.length - 1;
    if (code === open && inner >= 0) this.#templates[inner] = (this.#templates[inner] ?? 0) + 1;
    if (code === close && inner >= 0) {
      const depth = this.#templates[inner] ?? 0;
      if (depth === 0) {
        this.#templates.pop();
        this.#readTemplate(this.#at, false);
        return;
      }
      this.#templates[inner] = depth - 1;
    }
    const calls = code === 40 && (this.#word === 'require' || this.#word === 'import');
    // After a bracket or a number, a slash is usually a division; after any other sign, a regular expression.
    this.#nothingBefore(code !== 41 && code !== 93 && code !== close);
    this.#importing = calls;
  }

  #nothingBefore(expression: boolean): void {
    this.#word = '';
    this.#importing = false;
    this.#expression = expression;
  }
}

/** `'./' + name`: only the start of a path. */
function isContinued(text: string, from: number): boolean {
  let at = from;
  while (at < text.length && at < from + 200 && text.charCodeAt(at) <= 32) at += 1;
  return text[at] === '+';
}

/** Letters, digits, `_`, `$` and everything beyond ASCII. */
function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === dollar ||
    (code > 127 && code !== 0xa0 && code !== 0xfeff && code !== 0x2028 && code !== 0x2029)
  );
}
