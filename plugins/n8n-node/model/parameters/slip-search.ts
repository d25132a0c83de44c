import { isTypo } from '../../../../kernel/suggestion.ts';

/** Comparisons for one node or credential: people's need some hundreds. */
const most = 20_000;

/** Looks among the names or values of a project for the one that was meant; past its limit it finds nothing more. */
export class SlipSearch {
  #left = most;

  /** The word that is written otherwise by a letter or in other case. */
  meantBy(wanted: string, known: Iterable<unknown>): string | undefined {
    for (const word of known) {
      this.#left -= 1;
      if (this.#left < 0) return undefined;
      if (typeof word === 'string' && isTypo(wanted, word)) return word;
    }
    return undefined;
  }
}
