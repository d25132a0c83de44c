/**
 * A module that n8n would install and that is not here: anything may be read from it, called, constructed, extended
 * and iterated, so that a node that uses it can be loaded.
 * @param name what to call it where it is shown
 * @param used told once code does more with it than to import it
 */
export function standIn(name: string, used: () => void): object {
  const values = new Map<PropertyKey, unknown>();
  const read = (key: PropertyKey): unknown => {
    if (key === nameKey) return name;
    // Helpers of compilers take it as it is then, instead of copying what it has.
    if (key === '__esModule') return true;
    if (unremarkable.has(key)) return undefined;
    if (key === 'default') return values.get(key) ?? proxy;
    used();
    if (key === Symbol.iterator) return function* () {};
    if (key === Symbol.toPrimitive || key === 'toString') return () => name;
    if (!values.has(key)) values.set(key, standIn(`${name}.${String(key)}`, used));
    return values.get(key);
  };
  // A class, so that it may be called, constructed and extended.
  const target = class {};
  // For helpers that make an object with the same prototype.
  const prototype = new Proxy({}, { get: (_, key) => read(key), has: () => true });
  const proxy: object = new Proxy(target, {
    // Proxies may not answer anything else for `prototype`.
    get: (_, key) => (key === 'prototype' ? target.prototype : read(key)),
    getPrototypeOf: () => prototype,
    has: () => true,
    set(_, key, value) {
      values.set(key, value);
      return true;
    },
    apply() {
      used();
      return standIn(`${name}()`, used);
    },
    construct(_, args, newTarget) {
      used();
      return newTarget === proxy ? standIn(`new ${name}`, used) : Reflect.construct(target, args, newTarget);
    },
  });
  return proxy;
}

const nameKey = Symbol('the name of a stand-in');
/** What promises and printing ask of any value. */
const unremarkable = new Set<PropertyKey>(['then', 'toJSON', Symbol.toStringTag]);

/** The name of a stand-in; undefined for any other value. */
export function nameOfStandIn(value: unknown): string | undefined {
  if (typeof value !== 'function') return undefined;
  const name: unknown = Reflect.get(value, nameKey);
  return typeof name === 'string' ? name : undefined;
}
