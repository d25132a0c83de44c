import type { Service } from '../../../../kernel/check.ts';
import { type Language, LanguageShares, languageOf, mentionsLanguage } from '../language/language.ts';
import type { Block } from './markdown.ts';
import { readme } from './readme.ts';

export interface ReadmeLanguage {
  shares: LanguageShares;
  isEnglish: boolean;
  /** The first text that is not in English. */
  firstForeign?: { line: number; text: string };
  /** Sections of which no text is in English, though their heading is and no translation begins before them. */
  foreignSections: { line: number; text: string; language: string }[];
}

/** Blocks of a README to read; more do not change the result. */
const maxBlocks = 2000;
/** Maximum share of foreign words in an English README, which may include a translation. */
const englishUpTo = 0.6;
/** The same with a whole part under the heading "English": there may be several translations. */
const englishWithPart = 0.8;
/** Minimum number of foreign words in a README that is not English: one or two sentences prove nothing. */
const minForeignWords = 12;
/** The same for a section: less may be the title of a video. */
const minSectionWords = 20;

/** The language of the README; undefined if it is missing or too short. */
export const readmeLanguage: Service<ReadmeLanguage | undefined> = {
  name: 'the language of the README',
  async create({ service }) {
    const text = await service(readme);
    if (!text) return undefined;
    const shares = new LanguageShares();
    let firstForeign: ReadmeLanguage['firstForeign'];
    const sections = new Sections();
    const readable = text.blocks.filter(({ kind }) => kind === 'prose' || kind === 'item' || kind === 'heading');
    for (const block of readable.slice(0, maxBlocks)) {
      const language: Language = await languageOf(block.text);
      shares.add(language);
      sections.add(block, language);
      if (language.foreign !== undefined) firstForeign ??= { line: block.line, text: block.text };
    }
    if (shares.words === 0) return undefined;
    return {
      shares,
      isEnglish:
        shares.foreignShare <= (sections.hasEnglish() ? englishWithPart : englishUpTo) ||
        shares.foreignWords < minForeignWords,
      ...(firstForeign && { firstForeign }),
      foreignSections: sections.foreign(),
    };
  },
};

/** Headings of n8n's template that only English has. */
const englishHeading = /^(?:usage|operations|credentials|compatibility|resources|version history|license|features)$/i;

/** English words of a part that explains a package. */
const minPartWords = 60;

interface Section {
  title: string;
  level: number;
  isEnglishHeading: boolean;
  /** It is under a heading that is not in English, or that names a language: it is a translation. */
  isTranslation: boolean;
  shares: LanguageShares;
  first?: { line: number; text: string; language: string };
}

/** What comes between two headings. */
class Sections {
  readonly #all: Section[] = [];

  add({ kind, text, line, level = 1 }: Block, language: Language): void {
    if (kind === 'heading') {
      const parent = this.#all.findLast((one) => one.level < level);
      const isTranslation =
        parent?.isTranslation === true ||
        !/^[ -~]*$/.test(text) ||
        language.foreign !== undefined ||
        // The title may name what the package is for.
        (level > 1 && mentionsLanguage(text));
      const isEnglishHeading = parent?.isTranslation !== true && englishHeading.test(text.trim());
      this.#all.push({ title: text.trim(), level, isEnglishHeading, isTranslation, shares: new LanguageShares() });
      return;
    }
    const section = this.#all.at(-1);
    section?.shares.add(language);
    if (section && language.foreign !== undefined) section.first ??= { line, text, language: language.foreign };
  }

  /** Whether a part says that it is in English, and is. */
  hasEnglish(): boolean {
    const at = this.#all.findIndex(({ title }) => /^english\b/i.test(title));
    const part = this.#all[at];
    if (!part) return false;
    const end = this.#all.findIndex(({ level }, index) => index > at && level <= part.level);
    const sections = this.#all.slice(at, end < 0 ? undefined : end);
    const words = sections.reduce((sum, { shares }) => sum + shares.words - shares.foreignWords, 0);
    return words >= minPartWords;
  }

  foreign() {
    let afterTranslation = false;
    return this.#all.flatMap(({ isEnglishHeading, isTranslation, shares, first }) => {
      const isForeign = shares.foreignShare === 1;
      // A translation goes on, under headings of the same level too, until something is in English.
      const goesOn = afterTranslation && !isEnglishHeading && (isForeign || shares.words === 0);
      afterTranslation = isTranslation || goesOn;
      return first && isForeign && !afterTranslation && shares.foreignWords >= minSectionWords ? [first] : [];
    });
  }
}
