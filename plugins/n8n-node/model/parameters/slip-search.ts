import { isTypo } from '../../../../kernel/suggestion.ts';

/** Comparisons for one node or credential: real ones need some hundreds. */
const maxComparisons = 20_000;

/** Finds the name or value of a project that was probably meant; nothing beyond its limit. */
export class SlipSearch {
  #left = maxComparisons;

  /** The word that differs in one letter or in letter case. */
  meantBy(wanted: string, known: Iterable<unknown>): string | undefined {
    for (const word of known) {
      this.#left -= 1;
      if (this.#left < 0) return undefined;
      if (typeof word === 'string' && isTypo(wanted, word)) return word;
    }
    return undefined;
  }
}
