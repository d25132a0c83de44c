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
  const asked = {
    has(this: Set<unknown>, searched: unknown) {
      ask(searched, this.size, () => Reflect.apply(has, this, [text]));
      return Reflect.apply(has, this, [searched]);
    },
  };
  // Where the code of a package has frozen them, nothing is known.
  if (Object.isFrozen(Array.prototype) || Object.isFrozen(Set.prototype)) return true;
  Object.assign(Array.prototype, { includes: asking(includes), indexOf: asking(indexOf) });
  Object.assign(Set.prototype, asked);
  try {
    await run();
  } finally {
    Object.assign(Array.prototype, { includes, indexOf });
    Object.assign(Set.prototype, { has });
  }
  return found;
}
