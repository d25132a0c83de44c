import module from 'node:module';

/**
 * What n8n-core and n8n-workflow load and use in few nodes only: a quarter of all modules. Relative ones bring @langchain/core.
 * Named as in their sources; one that is named in another way is loaded at once.
 */
const late: ReadonlySet<string> = new Set([
  ...['fast-glob', 'jsonwebtoken', 'ssh2', 'transliteration', 'undici', 'xml2js'],
  ...['./utils/get-input-connection-data', './utils/create-node-as-tool', './utils/ai-tool-types'],
]);

type Load = (this: unknown, request: string, ...rest: unknown[]) => unknown;

/** Calls a function that requires modules of n8n. Some of them are only loaded when something of them is first asked for. */
export function withLazyModules<T>(requiring: () => T): T {
  const load: Load = Reflect.get(module, '_load');
  const lazily: Load = function (request, ...rest) {
    return late.has(request)
      ? lazy(request, () => load.call(this, request, ...rest))
      : load.call(this, request, ...rest);
  };
  Reflect.set(module, '_load', lazily);
  try {
    return requiring();
  } finally {
    Reflect.set(module, '_load', load);
  }
}

function lazy(request: string, load: () => unknown): object {
  let loaded: object | undefined;
  const real = () => {
    loaded ??= Object(load());
    return loaded as object;
  };
  return new Proxy(() => {}, {
    // Asked for when it is required. The packages are no compiled ES modules, or nobody takes their default.
    get: (_, key) => (key === '__esModule' && !request.startsWith('.') ? undefined : Reflect.get(real(), key)),
    apply: (_, self, given) => Reflect.apply(real() as () => unknown, self, given),
    has: (_, key) => Reflect.has(real(), key),
  });
}
