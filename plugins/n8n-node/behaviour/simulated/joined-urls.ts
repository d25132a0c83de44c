import { withoutQuery } from '../trace/request.ts';
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
    construct(target, given: [string, (string | URL)?], of) {
      const [path, base] = given;
      const made = Reflect.construct(target, given, of);
      if (base !== undefined && bases.size < maxUrls && /^\/(?!\/)/.test(String(path))) {
        const from = URL.parse(String(base));
        const key = withoutQuery(made.href);
        const isKept = from && !`${made.pathname}/`.startsWith(from.pathname.replace(/\/?$/, '/'));
        if (isKept && !bases.has(key)) bases.set(key, withoutQuery(from.href));
      }
      return made;
    },
  });
  // Some ask whether the constructor of an address is URL.
  Object.defineProperty(URL.prototype, 'constructor', { configurable: true, writable: true, value: watched });
  globalThis.URL = watched;
  Object.defineProperty(process.getBuiltinModule('node:url'), 'URL', { configurable: true, value: watched });
  return { bases, restart: () => bases.clear() };
}
