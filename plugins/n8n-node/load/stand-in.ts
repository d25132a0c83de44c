/**
 * A module that n8n would install and that is not here: anything may be read from it, called, constructed, extended
 * and iterated, so that a node that uses it can be loaded.
 * @param name what to call it where it is shown
 * @param used told once code does more with it than to import it
 */
export function standIn(name: string, used: () => void): object {
  const values = new Map<PropertyKey, unknown>();
  // A class, so that it may be called, constructed and extended.
  const target = class {};
  const proxy: object = new Proxy(target, {
    get(_, key) {
      // Proxies may not answer anything else here.
      if (key === 'prototype') return target.prototype;
      if (key === nameKey) return name;
      // What compiled imports, promises and printing ask of any module.
      if (unremarkable.has(key)) return undefined;
      if (key === 'default') return values.get(key) ?? proxy;
      used();
      if (key === Symbol.iterator) return function* () {};
      if (key === Symbol.toPrimitive || key === 'toString') return () => name;
      if (!values.has(key)) values.set(key, standIn(`${name}.${String(key)}`, used));
      return values.get(key);
    },
    set(_, key, value) {
      values.set(key, value);
      return true;
    },
    has: () => true,
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
const unremarkable = new Set<PropertyKey>(['__esModule', 'then', 'toJSON', Symbol.toStringTag]);

/** The name of a stand-in; undefined for any other value. */
export function nameOfStandIn(value: unknown): string | undefined {
  if (typeof value !== 'function') return undefined;
  const name: unknown = Reflect.get(value, nameKey);
  return typeof name === 'string' ? name : undefined;
}
