// Used while code of a project runs: avoids everything that such code may have replaced.
const { apply, defineProperty } = Reflect;
const { slice } = String.prototype;

export function startsWith(text: string, start: string): boolean {
  return apply(slice, text, [0, start.length]) === start;
}

/** A map or set with own methods, which do not depend on its prototype. */
export function withOwnMethods<T extends ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>>(of: T): T {
  const prototype: object = Object.getPrototypeOf(of);
  for (const key of ['get', 'set', 'has', 'add']) {
    const value: unknown = Reflect.get(prototype, key);
    if (typeof value === 'function') defineProperty(of, key, { value });
  }
  return of;
}

export function hasText(list: readonly string[] | undefined, text: string): boolean {
  for (let at = 0; at < (list?.length ?? 0); at++) if (list?.[at] === text) return true;
  return false;
}
