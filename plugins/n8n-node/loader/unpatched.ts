// What decides while code of a project runs must not ask what that code may have replaced: it uses what was taken before.
const { apply, defineProperty } = Reflect;
const { slice } = String.prototype;

/** Whether a text begins with another one. */
export function startsWith(text: string, start: string): boolean {
  return apply(slice, text, [0, start.length]) === start;
}

/** A map or set whose methods are its own, so that it does not matter what becomes of its prototype. */
export function withOwnMethods<T extends ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>>(of: T): T {
  const prototype: object = Object.getPrototypeOf(of);
  for (const key of ['get', 'set', 'has', 'add']) {
    const value: unknown = Reflect.get(prototype, key);
    if (typeof value === 'function') defineProperty(of, key, { value });
  }
  return of;
}

/** Whether a list has a text. */
export function hasText(list: readonly string[] | undefined, text: string): boolean {
  for (let at = 0; at < (list?.length ?? 0); at++) if (list?.[at] === text) return true;
  return false;
}
