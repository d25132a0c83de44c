/**
 * A module that n8n would install and that is not here: anything may be read from it, called, constructed, extended
 * and iterated, so that a node that uses it can be loaded.
 * @param name what to call it where it is shown
 * @param used told once code does more with it than to import it
 */
export function standIn(name: string, used: () => void): unknown {
  const values = new Map<PropertyKey, unknown>();
  // A class, so that it may be called, constructed and extended; its prototype can't be replaced by the handler.
  const target = class {};
  Object.defineProperty(target, 'name', { value: name });
  const proxy: unknown = new Proxy(target, {
    get(_, key) {
      if (key === 'prototype') return target.prototype;
      // Compiled imports ask these before they use anything.
      if (key === '__esModule') return undefined;
      if (key === 'then' || key === 'toJSON' || key === Symbol.toStringTag) return undefined;
      if (key === standInName) return name;
      if (key === 'default' && !values.has(key)) values.set(key, proxy);
      if (key !== 'default') used();
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
      if (newTarget === proxy) {
        const made = standIn(`new ${name}`, used);
        return typeof made === 'object' && made !== null ? made : Object(made);
      }
      return Reflect.construct(target, args, newTarget);
    },
  });
  return proxy;
}

const standInName = Symbol('the name of a stand-in');

/** The name of a stand-in; undefined for any other value. */
export function nameOfStandIn(value: unknown): string | undefined {
  if (typeof value !== 'function') return undefined;
  const name: unknown = Reflect.get(value, standInName);
  return typeof name === 'string' ? name : undefined;
}
