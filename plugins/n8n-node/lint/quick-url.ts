const { URL } = globalThis;
const invalid = new TypeError('Invalid URL');

/** Most texts that rules hold for a URL are none, and to make an error of each takes longer than to see that. */
class QuickUrl extends URL {
  constructor(text: string, base?: string) {
    // Without a base it has to begin with a scheme.
    const schemeless = base === undefined && typeof text === 'string' && !text.includes(':');
    if (schemeless || !URL.canParse(text, base)) throw invalid;
    super(text, base);
  }
}

/** Runs `work` with a `URL` that refuses what is none without delay. */
export function withQuickUrl<T>(work: () => T): T {
  globalThis.URL = QuickUrl;
  try {
    return work();
  } finally {
    globalThis.URL = URL;
  }
}
