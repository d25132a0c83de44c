import type { Service } from '../../../../kernel/check.ts';
import { type Language, LanguageShares, languageOf } from '../language/language.ts';
import { readme } from './readme.ts';

export interface ReadmeLanguage {
  shares: LanguageShares;
  isEnglish: boolean;
  /** The first text that is not in English. */
  firstForeign?: { line: number; text: string };
}

/** Blocks of a README to read; more do not change the result. */
const maxBlocks = 2000;
/** Maximum share of foreign words in an English README, which may include a translation. */
const englishUpTo = 0.6;
/** Minimum number of foreign words in a README that is not English: one or two sentences prove nothing. */
const minForeignWords = 12;

/** The language of the README; undefined if it is missing or too short. */
export const readmeLanguage: Service<ReadmeLanguage | undefined> = {
  name: 'the language of the README',
  async create({ service }) {
    const text = await service(readme);
    if (!text) return undefined;
    const shares = new LanguageShares();
    let firstForeign: ReadmeLanguage['firstForeign'];
    const readable = text.blocks.filter(({ kind }) => kind === 'prose' || kind === 'item' || kind === 'heading');
    for (const block of readable.slice(0, maxBlocks)) {
      const language: Language = await languageOf(block.text);
      shares.add(language);
      if (language.foreign !== undefined) firstForeign ??= { line: block.line, text: block.text };
    }
    if (shares.words === 0) return undefined;
    return {
      shares,
      isEnglish: shares.foreignShare <= englishUpTo || shares.foreignWords < minForeignWords,
      ...(firstForeign && { firstForeign }),
    };
  },
};
