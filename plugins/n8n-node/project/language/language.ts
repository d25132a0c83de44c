import { showsAnotherLanguage } from './function-words.ts';
import { plainText } from './plain-text.ts';

export interface Language {
  /** English name; undefined for English and for texts that are too short. */
  foreign?: string;
  /** Number of words that were judged; characters of languages without spaces count half. */
  words: number;
}

type Detector = typeof import('eld/small');
let detector: Promise<Detector> | undefined;

/**
 * Minimum number of words to detect a language, and how much likelier than English another language must be. None of the
 * 10,500 texts of five words or more in n8n's own nodes is then taken for another language; at three words, 58 names
 * such as "Facebook APP ID" are.
 */
const minWords = 5;
const margin = 0.05;
/** Characters of a text to read. */
const maxLength = 5000;
/** A word in letters of another script; single letters are mathematical symbols, units or names. */
const foreignWord =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2}|(?:[^\P{L}\p{Script=Latin}\p{Script=Common}]\p{M}{0,3}){3}/u;
/** Share of letters of another script in a foreign text; less is a name or a sample. */
const foreignShare = 0.3;

/** Detects the language of a text for users. Ignores names, code and addresses. */
export async function languageOf(text: string): Promise<Language> {
  if (isLabel(text)) return { words: 0 };
  const bare = withoutCode(text).slice(0, maxLength);
  const script = foreignScript(bare);
  const latin = bare.match(/\p{Script=Latin}[\p{Script=Latin}\p{M}'’-]+/gu) ?? [];
  if (script) return { foreign: script.language, words: latin.length + script.words };
  if (latin.length < minWords) return { words: 0 };
  // 1.5 MB of statistics, loaded only if a project has texts to judge.
  detector ??= import('eld/small');
  const { eld } = await detector;
  const scores = eld.detect(latin.join(' ')).getScores();
  const [first] = Object.entries(scores).toSorted(([, one], [, other]) => other - one);
  if (!first || first[0] === 'en') return { words: latin.length };
  const [code, score] = first;
  if (score - (scores['en'] ?? 0) <= margin) return { words: latin.length };
  // Statistics mistake lists of names and misspelled words for another language, so other evidence is needed.
  return showsAnotherLanguage(latin) ? { foreign: nameOf(code), words: latin.length } : { words: 0 };
}

/** Whether a text is too short to judge, as most labels are. */
const isLabel = (text: string) =>
  text.length <= 200 && /^[ -~]*$/.test(text) && !/(?<![a-z])(?:[a-z]+[^a-z]+){4}[a-z]/i.test(text);

/** Removes quoted words, identifiers, paths and expressions. */
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
  ['a language in Arabic script', /\p{Script=Arabic}/gu],
  ['Hebrew', /\p{Script=Hebrew}/gu],
  ['Thai', /\p{Script=Thai}/gu],
  ['a language in Devanagari script', /\p{Script=Devanagari}/gu],
  ['another language', /[^\P{L}\p{Script=Latin}\p{Script=Common}]/gu],
];

/** Of a language that is written without spaces between words. */
const letterWithoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

function foreignScript(whole: string): { language: string; words: number } | undefined {
  if (!foreignWord.test(whole)) return undefined;
  // `WeCom (企业微信)`: the name is also in Latin letters.
  const outside = whole.replace(/[(（][^)）]{0,100}[)）]/g, ' ');
  const text = /\p{L}/u.test(outside) ? outside : whole;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const foreign = text.match(/[^\P{L}\p{Script=Latin}\p{Script=Common}]/gu)?.length ?? 0;
  if (foreign < letters * foreignShare || !foreignWord.test(text) || isNameOfLanguage(text)) return undefined;
  const [name] = scripts.find(([, pattern]) => (text.match(pattern)?.length ?? 0) * 5 >= foreign) ?? [
    'another language',
  ];
  const dense = text.match(letterWithoutSpaces)?.length ?? 0;
  const spaced =
    text
      .replace(letterWithoutSpaces, ' ')
      .replace(/\p{M}/gu, '')
      .match(/[^\P{L}\p{Script=Latin}\p{Script=Common}]+/gu)?.length ?? 0;
  return { language: name, words: Math.ceil(dense / 2) + spaced };
}

function nameOf(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Languages with a name of their own: `日本語`, `Русский`, `amazon.co.jp - 日本語`. */
const offered =
  'am ar as be bg bn bs cs da de el en es et fa fi fr gu ha he hi hr hu hy id ig is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my ne nl no or pa pl ps pt ro ru sd si sk sl so sq sr sv sw ta te th tr uk ur uz vi yo zh zh-Hans zh-Hant zu';
let names: ReadonlySet<string> | undefined;

/** Whether a text is the name of a language, in English or in that language, or has it beside others. */
function isNameOfLanguage(text: string): boolean {
  return (
    text.length < 200 &&
    text.split(/(?:^|\s)[-–—](?:\s|$)|[(),;:/|]/).some((part) => namesOfLanguages().has(part.trim().toLowerCase()))
  );
}

/** Whether a heading has the name or the tag of a language: `Portuguese version`, `Portugues`, `Leia-me (pt-BR)`. */
export function mentionsLanguage(heading: string): boolean {
  const [, code] = /\b([a-zA-Z]{2})-[A-Z]{2}\b/.exec(heading) ?? [];
  if (code !== undefined && offered.split(' ').includes(code.toLowerCase())) return true;
  const words =
    heading
      .slice(0, 200)
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.some((word) => namesOfLanguages().has(withoutAccents(word)));
}

const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');

/** In lower case, each also without accents. */
function namesOfLanguages(): ReadonlySet<string> {
  names ??= new Set(
    offered
      .split(' ')
      .flatMap((code) =>
        [code, 'en']
          .map((own) => (new Intl.DisplayNames(own, { type: 'language' }).of(code) ?? code).toLowerCase())
          .flatMap((name) => [name, withoutAccents(name)]),
      ),
  );
  return names;
}

/** The languages of many texts, by number of words. */
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

  /** Words that were judged. */
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

  /** `42% German`: the share of all foreign words, and the most frequent language except English. */
  get text(): string {
    const [first] = [...this.#words].toSorted(([, one], [, other]) => other - one);
    return `${Math.round(this.foreignShare * 100)}% ${first?.[0] ?? 'another language'}`;
  }
}
