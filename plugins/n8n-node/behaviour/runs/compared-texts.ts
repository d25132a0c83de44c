/** Entries of lists and sets that are looked at. */
const maxEntries = 1000;

/**
 * Whether code asks a list or a set that has a text for another one while something runs: the text is compared with what a
 * response has, and may have an effect where they are the same.
 */
export async function isCompared(text: string, run: () => Promise<unknown>): Promise<boolean> {
  let found = false;
  const { includes, indexOf } = Array.prototype;
  const { has } = Set.prototype;
  const ask = (searched: unknown, size: number, hasText: () => boolean) => {
    if (!found && typeof searched === 'string' && searched !== text && size < maxEntries) found = hasText();
  };
  const asking = <Given extends unknown[], Result>(method: (this: unknown[], ...given: Given) => Result) =>
    function (this: unknown[], ...given: Given): Result {
      ask(given[0], this.length, () => Reflect.apply(includes, this, [text]));
      return Reflect.apply(method, this, given);
    };
  Array.prototype.includes = asking(includes);
  Array.prototype.indexOf = asking(indexOf);
  Set.prototype.has = function (this: Set<unknown>, searched) {
    ask(searched, this.size, () => Reflect.apply(has, this, [text]));
    return Reflect.apply(has, this, [searched]);
  };
  try {
    await run();
  } finally {
    Object.assign(Array.prototype, { includes, indexOf });
    Set.prototype.has = has;
  }
  return found;
}
