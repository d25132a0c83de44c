/** The same function, which computes its result once for each object. */
export function memoize<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { value: Value }>();
  return (key) => {
    const result = known.get(key) ?? { value: compute(key) };
    known.set(key, result);
    return result.value;
  };
}
