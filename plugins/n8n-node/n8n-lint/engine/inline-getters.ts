/**
 * Loads modules whose compilers made a getter of each export and re-export. Rules read the kinds of nodes at every node,
 * through three getters, which takes a quarter of the linter's time. After loading, the getters are replaced by their
 * values.
 */
export async function withSettledExports<T>(load: () => Promise<T>): Promise<T> {
  const { defineProperty } = Object;
  let loaded = false;
  const define: typeof defineProperty = (target, key, descriptor) => {
    const { get, set, enumerable = false } = descriptor;
    if (!get || set || !enumerable) return defineProperty(target, key, descriptor);
    return defineProperty(target, key, {
      enumerable,
      configurable: true,
      get() {
        const value: unknown = get.call(this);
        // Frozen objects stay unchanged.
        if (loaded) Reflect.defineProperty(Object(target), key, { value, enumerable });
        return value;
      },
    });
  };
  Object.defineProperty = define;
  try {
    return await load();
  } finally {
    Object.defineProperty = defineProperty;
    loaded = true;
  }
}
