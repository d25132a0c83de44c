/**
 * Loads modules whose compilers made a getter of each export and of each re-export. Rules ask for the kinds of nodes at
 * every node of a tree, through three of them: a quarter of the linter's time. Once all is loaded, what a getter gave is
 * put in its place.
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
        // One that was frozen meanwhile stays as it is.
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
