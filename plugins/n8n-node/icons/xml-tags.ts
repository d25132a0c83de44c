export type Attributes = ReadonlyMap<string, string>;

/** One tag of an XML text, as far as it can be read. */
export interface XmlTag {
  name: string;
  closing: boolean;
  selfClosing: boolean;
  attributes: Attributes;
  /** Where its `<` stands. */
  start: number;
}

/** What holds no tags, by what it begins and ends with. */
const skipped = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const;

/** The tags of an XML text, in order; ends where the text breaks off. Every character is looked at once. */
export function* tagsOf(text: string): Generator<XmlTag> {
  let at = text.indexOf('<');
  while (at >= 0) {
    const skip = skipped.find(([begin]) => text.startsWith(begin, at));
    if (skip) {
      const [begin, end] = skip;
      const found = text.indexOf(end, at + begin.length);
      if (found < 0) return;
      at = text.indexOf('<', found + end.length);
      continue;
    }
    const tag = readTag(text, at);
    if (!tag) return;
    yield tag.tag;
    at = text.indexOf('<', tag.end);
  }
}

function readTag(text: string, start: number): { tag: XmlTag; end: number } | undefined {
  const scanner = new Scanner(text, start + 1);
  const closing = scanner.take('/');
  const name = scanner.word();
  const attributes = new Map<string, string>();
  for (;;) {
    scanner.blanks();
    if (scanner.ended) return undefined;
    const selfClosing = scanner.take('/');
    if (scanner.take('>')) return { tag: { name, closing, selfClosing, attributes, start }, end: scanner.at };
    if (selfClosing) continue;
    const key = scanner.word();
    scanner.blanks();
    const value = scanner.take('=') ? scanner.value() : '';
    if (value === undefined) return undefined;
    if (key !== '') attributes.set(key, value);
  }
}

class Scanner {
  at: number;
  readonly #text: string;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  get ended(): boolean {
    return this.at >= this.#text.length;
  }

  take(character: string): boolean {
    const there = this.#text[this.at] === character;
    if (there) this.at += 1;
    return there;
  }

  blanks(): void {
    while (/\s/.test(this.#text[this.at] ?? '')) this.at += 1;
  }

  /** What stands up to a blank or a sign of the syntax. A quote out of place is passed over. */
  word(): string {
    const from = this.at;
    while (/[^\s=/>"']/.test(this.#text[this.at] ?? '')) this.at += 1;
    const word = this.#text.slice(from, this.at);
    if (word === '' && /["']/.test(this.#text[this.at] ?? '')) this.at += 1;
    return word;
  }

  /** Undefined when the text breaks off in it. */
  value(): string | undefined {
    this.blanks();
    const quote = this.#text[this.at];
    if (quote !== '"' && quote !== "'") return this.word();
    const end = this.#text.indexOf(quote, this.at + 1);
    if (end < 0) return undefined;
    const value = this.#text.slice(this.at + 1, end);
    this.at = end + 1;
    return value;
  }
}
