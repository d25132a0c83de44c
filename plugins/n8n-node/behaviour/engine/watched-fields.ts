/** What promises, JSON and libraries ask for of whatever they are given. */
const ofAnything: ReadonlySet<string> = new Set(
  'then catch finally toJSON length splice size href inspect nodeType $$typeof asymmetricMatch'.split(' '),
);

/**
 * Tells of fields that code reads of an object without such a field.
 * What is not there is asked of the prototype: what the object has is left as it is.
 * @returns the same object
 */
export function watchedFields<T extends object>(values: T, lacks: (field: string) => void): T {
  const prototype = new Proxy(Object.prototype, {
    get(target, key, receiver) {
      if (typeof key === 'string' && !ofAnything.has(key) && !(key in target)) lacks(key);
      return Reflect.get(target, key, receiver);
    },
  });
  return Object.setPrototypeOf(values, prototype);
}
