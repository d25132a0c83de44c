/** URLs that code makes of a path and a base with a path of its own, which an absolute path replaces. */
export interface JoinedUrls {
  /** The bases by the URL that was made, since the last run began. */
  bases: ReadonlyMap<string, string>;
  restart(): void;
}

/** URLs of one run that are kept. */
const maxUrls = 50;

/** Watches `new URL('/orders', 'https://api.acme.example/v2')`. */
export function watchJoinedUrls(): JoinedUrls {
  const bases = new Map<string, string>();
  const watched = new Proxy(URL, {
    construct(target, given: [string, (string | URL)?]) {
      const [path, base] = given;
      const made = Reflect.construct(target, given);
      if (base !== undefined && bases.size < maxUrls && /^\/(?!\/)/.test(String(path))) {
        const from = URL.parse(String(base));
        if (from && from.pathname !== '/') bases.set(withoutQuery(made.href), withoutQuery(from.href));
      }
      return made;
    },
  });
  globalThis.URL = watched;
  Object.defineProperty(process.getBuiltinModule('node:url'), 'URL', { configurable: true, value: watched });
  return { bases, restart: () => bases.clear() };
}

export const withoutQuery = (url: string): string => url.split(/[?#]/, 1)[0] ?? '';
