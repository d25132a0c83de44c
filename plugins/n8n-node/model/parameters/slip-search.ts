import { isTypo } from '../../../../kernel/suggestion.ts';
import { wordsOf } from '../words.ts';

/** Comparisons for one node or credential: real ones need some hundreds. */
const maxComparisons = 20_000;

/** Finds the name or value of a project that was probably meant; nothing beyond its limit. */
export class SlipSearch {
  #left = maxComparisons;

  /** The word that differs in one letter, in letter case, or in the order of its parts: `thumbnailDelete`, `deleteThumbnail`. */
  meantBy(wanted: string, known: Iterable<unknown>): string | undefined {
    for (const word of known) {
      this.#left -= 1;
      if (this.#left < 0) return undefined;
      if (typeof word === 'string' && (isTypo(wanted, word) || hasSameParts(wanted, word))) return word;
    }
    return undefined;
  }
}

/** Whether two words have the same parts in another order, or in another spelling. */
function hasSameParts(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 3) return false;
  const words = wordsOf(one).sort();
  return words.length > 1 && words.join(' ') === wordsOf(other).sort().join(' ');
}
