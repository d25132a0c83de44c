import { showsAnotherLanguage } from './function-words.ts';
import { plainText } from './plain-text.ts';

export interface Language {
  /** English name; of a text that is too short to tell, and of English: undefined. */
  foreign?: string;
  /** Words that it was judged by; characters of languages that write no blanks count half a word. */
  words: number;
}

type Detector = typeof import('eld/small');
let detector: Promise<Detector> | undefined;

/**
 * Words from which a text's language is told, and by how much another language has to be likelier than English. With
 * these, none of the 10,500 texts of five words or more in n8n's own nodes is taken for another language; at three words
 * 58 names like "Facebook APP ID" are.
 */
const minWords = 5;
const margin = 0.05;
/** Characters of a text that are read. */
const maxLength = 5000;
/** A word in letters of another script; a single letter is a sign of mathematics, a unit or a name. */
const foreignWord =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2}|[^\P{L}\p{Script=Latin}\p{Script=Common}]{3}/u;
/** Share of letters of another script from which a text is foreign: less is a name, or a sample. */
const foreignShare = 0.3;

/** Tells the language of a text that people read: names, code and addresses in it count for nothing. */
export async function languageOf(text: string): Promise<Language> {
  if (isLabel(text)) return { words: 0 };
  const bare = withoutCode(text).slice(0, maxLength);
  const script = foreignScript(bare);
  const latin = bare.match(/\p{Script=Latin}[\p{Script=Latin}\p{M}'’-]+/gu) ?? [];
  if (script) return { foreign: script.language, words: latin.length + script.words };
  if (latin.length < minWords) return { words: 0 };
  // A megabyte and a half of statistics: only a project with texts to judge pays for it.
  detector ??= import('eld/small');
  const { eld } = await detector;
  const scores = eld.detect(latin.join(' ')).getScores();
  const [first] = Object.entries(scores).toSorted(([, one], [, other]) => other - one);
  if (!first || first[0] === 'en') return { words: latin.length };
  const [code, score] = first;
  if (score - (scores['en'] ?? 0) <= margin) return { words: latin.length };
  // Statistics take a list of names, or one misspelt word, for another language: what they say needs other signs too.
  return showsAnotherLanguage(latin) ? { foreign: nameOf(code), words: latin.length } : { words: 0 };
}

/** Whether a text has too few words to tell, whatever of it is left out: most labels are seen to be of this kind at once. */
const isLabel = (text: string) =>
  text.length <= 200 && /^[ -~]*$/.test(text) && !/(?:[a-z]+[^a-z]+){4}[a-z]/i.test(text);

/** Quoted words, identifiers, paths and expressions are of no language. */
function withoutCode(text: string): string {
  return plainText(text.slice(0, 4 * maxLength))
    .replace(/"[^"]{0,200}"|“[^”]{0,200}”|\{\{.{0,200}?\}\}/g, ' ')
    .split(/\s+/)
    .filter((word) => !/[_@/={}$\\<>\d]|\S\.\S/.test(word))
    .join(' ');
}

const scripts: readonly [name: string, letters: RegExp][] = [
  ['Japanese', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['Korean', /\p{Script=Hangul}/gu],
  ['Chinese', /\p{Script=Han}/gu],
  ['a language in Cyrillic script', /\p{Script=Cyrillic}/gu],
  ['Greek', /\p{Script=Greek}/gu],
  ['Arabic', /\p{Script=Arabic}/gu],
  ['Hebrew', /\p{Script=Hebrew}/gu],
  ['Thai', /\p{Script=Thai}/gu],
  ['a language in Devanagari script', /\p{Script=Devanagari}/gu],
  ['another language', /[^\P{L}\p{Script=Latin}\p{Script=Common}]/gu],
];

function foreignScript(whole: string): { language: string; words: number } | undefined {
  // Most texts have none.
  if (!foreignWord.test(whole)) return undefined;
  // `WeCom (企业微信)`: the name is there in Latin letters.
  const outside = whole.replace(/[(（][^)）]{0,100}[)）]/g, ' ');
  const text = /\p{L}/u.test(outside) ? outside : whole;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const foreign = text.match(/[^\P{L}\p{Script=Latin}\p{Script=Common}]/gu)?.length ?? 0;
  if (foreign < letters * foreignShare || !foreignWord.test(text) || isNameOfLanguage(text)) return undefined;
  const [name] = scripts.find(([, pattern]) => (text.match(pattern)?.length ?? 0) * 5 >= foreign) ?? [
    'another language',
  ];
  return { language: name, words: Math.ceil(foreign / 2) };
}

function nameOf(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Languages that are offered by their own names: `日本語`, `Русский`, `amazon.co.jp - 日本語`. */
const offered =
  'am ar as be bg bn bs cs da de el en es et fa fi fr gu ha he hi hr hu hy id ig is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my ne nl no or pa pl ps pt ro ru sd si sk sl so sq sr sv sw ta te th tr uk ur uz vi yo zh zh-Hans zh-Hant zu';
let ownNames: ReadonlySet<string> | undefined;

function isNameOfLanguage(text: string): boolean {
  ownNames ??= new Set(
    offered
      .split(' ')
      .map((code) => (new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code).toLowerCase()),
  );
  const known = ownNames;
  return (
    text.length < 200 &&
    text.split(/(?:^|\s)[-–—](?:\s|$)|[(),;:/|]/).some((part) => known.has(part.trim().toLowerCase()))
  );
}

/** The languages of many texts: how many words are in English and in each other one. */
export class LanguageShares {
  readonly #words = new Map<string, number>();
  #english = 0;
  #foreign = 0;

  add({ foreign, words }: Language): void {
    if (foreign === undefined) {
      this.#english += words;
    } else {
      this.#foreign += words;
      this.#words.set(foreign, (this.#words.get(foreign) ?? 0) + words);
    }
  }

  /** Words that were judged at all. */
  get words(): number {
    return this.#english + this.#foreign;
  }

  get foreignWords(): number {
    return this.#foreign;
  }

  /** 0 to 1. */
  get foreignShare(): number {
    return this.words === 0 ? 0 : this.#foreign / this.words;
  }

  /** The commonest one besides English. */
  get foreign(): string {
    const [first] = [...this.#words].toSorted(([, one], [, other]) => other - one);
    return first?.[0] ?? 'another language';
  }
}
