/**
 * Replaces a module that n8n would install. Anything may be read from it, called, constructed, extended and iterated, so
 * that a node that uses it can be loaded.
 * @param name shown in descriptions
 * @param used called when code does more than import it
 */
export function standIn(name: string, used: () => void): object {
  const values = new Map<PropertyKey, unknown>();
  const read = (key: PropertyKey): unknown => {
    if (key === nameKey) return name;
    // Compiler helpers then use it directly instead of copying its properties.
    if (key === '__esModule') return true;
    if (unremarkable.has(key)) return undefined;
    if (key === 'default') return values.get(key) ?? proxy;
    used();
    if (key === Symbol.iterator) return function* () {};
    if (key === Symbol.toPrimitive || key === 'toString') return () => name;
    if (!values.has(key)) values.set(key, standIn(`${name}.${String(key)}`, used));
    return values.get(key);
  };
  // A class can be called, constructed and extended.
  const target = class {};
  // For helpers that create an object with the same prototype.
  const prototype = new Proxy({}, { get: (_, key) => read(key), has: () => true });
  const proxy: object = new Proxy(target, {
    // A proxy must return the real `prototype`.
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
/** Read of any value by promises and by printing. */
const unremarkable = new Set<PropertyKey>(['then', 'toJSON', Symbol.toStringTag]);

/** The name of a stand-in; undefined for any other value. */
export function nameOfStandIn(value: unknown): string | undefined {
  if (typeof value !== 'function') return undefined;
  const name: unknown = Reflect.get(value, nameKey);
  return typeof name === 'string' ? name : undefined;
}
