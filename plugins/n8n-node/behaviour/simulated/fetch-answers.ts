import type { ReceivedRequest } from './axios-transport.ts';

/** Redirects that are followed: https://fetch.spec.whatwg.org/#http-redirect-fetch */
const maxRedirects = 20;

/**
 * Answers `fetch` of this thread without sockets and TLS, which cost more than the rest of a request, and whose connections
 * stay in memory. What says how it is to be connected, or is no HTTP, is left to Node.js.
 * @param sending calls what sends a request, for code that is on the stack
 * @param answered told when an answer is given
 */
export function answerFetch(
  answer: (request: ReceivedRequest) => Promise<Response>,
  sending: <T>(send: () => T) => T,
  answered: () => void,
): void {
  const original = globalThis.fetch;
  const followed = async (request: Request, redirects: number): Promise<Response> => {
    const { method, url, headers, signal, redirect } = request;
    signal.throwIfAborted();
    const body = request
      .clone()
      .bytes()
      .catch(() => new Uint8Array());
    const response = await Promise.race([answer({ method, url, headers: [...headers], body }), aborted(signal)]);
    answered();
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    if (location === null || redirect === 'manual') return Object.defineProperty(response, 'url', { value: url });
    if (redirect === 'error' || redirects === maxRedirects) throw new TypeError('fetch failed');
    const next = new Request(new URL(location, url), { headers, signal, redirect });
    return Object.defineProperty(await followed(next, redirects + 1), 'redirected', { value: true });
  };
  globalThis.fetch = (input, init) => {
    const isConnected = Reflect.get(Object(init), 'dispatcher') !== undefined;
    if (isConnected || !/^https?:/i.test(addressOf(input))) return original(input, init);
    return sending(async () => followed(new Request(input, init), 0));
  };
}

const addressOf = (input: Parameters<typeof fetch>[0]): string =>
  typeof input === 'string' || input instanceof URL ? String(input) : input.url;

/** Rejects when a request is given up. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
