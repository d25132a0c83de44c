/** Numbers that are the same on every machine and in every run: mulberry32. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from `least` to `most`, both included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** So many different ones of a list, in the list's order. */
  some<T>(count: number, list: readonly T[]): T[] {
    const left = list.map((_, index) => index);
    while (left.length > count) left.splice(this.integer(0, left.length - 1), 1);
    return list.filter((_, index) => left.includes(index));
  }
}
