/** Dates as the locale of this machine writes them. */
export interface LocalTimes {
  /** Those that code asked for since the last run began, without naming a locale. */
  written: ReadonlySet<string>;
  restart(): void;
}

/** Texts of one run that are kept. */
const maxTexts = 100;

const methods = ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'] as const;

/** Watches how code turns dates into texts. */
export function watchLocalTimes(): LocalTimes {
  const written = new Set<string>();
  for (const method of methods) {
    const original = Date.prototype[method];
    Object.defineProperty(Date.prototype, method, {
      configurable: true,
      writable: true,
      value(this: Date, ...given: unknown[]): unknown {
        const text: unknown = Reflect.apply(original, this, given);
        if (namesNone(given[0]) && typeof text === 'string' && written.size < maxTexts) written.add(text);
        return text;
      },
    });
  }
  return { written, restart: () => written.clear() };
}

/** https://tc39.es/ecma402/#sec-canonicalizelocalelist */
const namesNone = (locales: unknown): boolean =>
  locales === undefined || (Array.isArray(locales) && locales.length === 0);
