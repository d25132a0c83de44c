import type { ReceivedRequest } from './axios-transport.ts';

/** Redirects that are followed: https://fetch.spec.whatwg.org/#http-redirect-fetch */
const maxRedirects = 20;

/** What a redirect to another host does not carry: https://fetch.spec.whatwg.org/#http-redirect-fetch */
const ofOrigin = ['authorization', 'proxy-authorization', 'cookie', 'host'];

/**
 * Answers `fetch` of this thread without sockets and TLS, which cost more than the rest of a request, and whose connections
 * stay in memory. Requests with a `dispatcher`, and URLs that are no HTTP, go the usual way.
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
    if (response.type === 'error') throw new TypeError('fetch failed');
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    if (location === null || redirect === 'manual') return withUrl(response, url);
    const target = URL.canParse(location, url) ? new URL(location, url) : undefined;
    const isHttp = target !== undefined && /^https?:$/.test(target.protocol);
    if (!isHttp || redirect === 'error' || redirects === maxRedirects) throw new TypeError('fetch failed');
    const last = await followed(nextRequest(request, target, response.status), redirects + 1);
    return Object.defineProperty(last, 'redirected', { value: true });
  };
  globalThis.fetch = (input, init) => {
    const isConnected = Reflect.get(Object(init), 'dispatcher') !== undefined;
    const address = String(Reflect.get(Object(input), 'url') ?? input);
    if (isConnected || !/^https?:/i.test(address)) return original(input, init);
    return sending(async () => followed(new Request(input, init), 0));
  };
}

/** The request that a redirect leads to. A body is not sent again: the simulated API redirects none. */
function nextRequest({ method, url, headers, signal, redirect }: Request, target: URL, status: number): Request {
  const kept = new Headers(headers);
  for (const name of ['content-type', 'content-length']) kept.delete(name);
  if (target.origin !== new URL(url).origin) for (const name of ofOrigin) kept.delete(name);
  const isRead = method === 'GET' || method === 'HEAD';
  const next = isRead || (status !== 303 && method !== 'POST') ? method : 'GET';
  return new Request(target, { method: next, headers: kept, signal, redirect });
}

/** A response, and copies of it, with the address that it is from. */
function withUrl(response: Response, url: string): Response {
  const clone = response.clone.bind(response);
  return Object.defineProperties(response, {
    url: { value: url.split('#')[0] },
    clone: { value: () => withUrl(clone(), url) },
  });
}

/** Rejects when a request is given up. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
