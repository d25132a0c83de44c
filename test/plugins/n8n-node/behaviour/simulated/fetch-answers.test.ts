import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ReceivedRequest } from '../../../../../plugins/n8n-node/behaviour/simulated/axios-transport.ts';
import { answerFetch } from '../../../../../plugins/n8n-node/behaviour/simulated/fetch-answers.ts';

const original = globalThis.fetch;
const url = 'https://api.acme.example/orders';
let received: (Omit<ReceivedRequest, 'body'> & { body: string })[] = [];
let answered = 0;
let answer: (request: ReceivedRequest) => Promise<Response>;

beforeEach(() => {
  received = [];
  answered = 0;
  answer = async () => Response.json({ id: 'v1' });
  answerFetch(
    async (request) => {
      received.push({ ...request, body: new TextDecoder().decode(await request.body) });
      return answer(request);
    },
    (send) => send(),
    () => {
      answered += 1;
    },
  );
});

afterEach(() => {
  globalThis.fetch = original;
});

test('a request arrives with its method, headers and body, and its response is read', async () => {
  const init = { method: 'POST', headers: { 'X-Key': 'secret' }, body: new URLSearchParams({ state: 'open' }) };
  const response = await fetch(new URL(url), init);
  expect(received).toMatchObject([{ method: 'POST', url, body: 'state=open' }]);
  expect(Object.fromEntries(received[0]?.headers ?? [])).toMatchObject({
    'x-key': 'secret',
    'content-type': expect.stringContaining('application/x-www-form-urlencoded'),
  });
  expect([response.ok, response.url, response.redirected, answered]).toEqual([true, url, false, 1]);
  expect(await response.json()).toEqual({ id: 'v1' });
});

test('a Request is taken as it is', async () => {
  await fetch(new Request(url, { method: 'DELETE' }));
  expect(received).toMatchObject([{ method: 'DELETE', url, body: '' }]);
});

test.each([
  ['follow', 200, '/moved', true],
  ['manual', 302, '/orders', false],
] as const)('a redirect with "%s" is answered with %s', async (redirect, status, path, redirected) => {
  answer = async (request) =>
    request.url === url ? new Response(null, { status: 302, headers: { location: '/moved' } }) : new Response('moved');
  const response = await fetch(url, { method: 'POST', body: 'a', redirect });
  expect([response.status, new URL(response.url).pathname, response.redirected]).toEqual([status, path, redirected]);
  expect(received.map(({ method }) => method)).toEqual(redirected ? ['POST', 'GET'] : ['POST']);
});

test.each([
  ['https://api.acme.example/moved', 'secret'],
  ['https://other.example/moved', undefined],
])('a redirect to %s carries what is for its host', async (location, expected) => {
  answer = async (request) =>
    request.url === url ? new Response(null, { status: 302, headers: { location } }) : new Response('moved');
  await fetch(url, { headers: { authorization: 'secret', accept: 'text/plain' } });
  const headers = Object.fromEntries(received[1]?.headers ?? []);
  expect([headers['authorization'], headers['accept']]).toEqual([expected, 'text/plain']);
});

test.each(['urn:ietf:wg:oauth:2.0:oob', 'acme://done', 'https://'])('a redirect to %s fails', async (location) => {
  answer = async () => new Response(null, { status: 302, headers: { location } });
  await expect(fetch(url)).rejects.toThrow('fetch failed');
  expect(received).toHaveLength(1);
});

test('a redirect keeps a method that is not POST', async () => {
  answer = async (request) =>
    request.url === url ? new Response(null, { status: 302, headers: { location: '/moved' } }) : new Response('moved');
  await fetch(url, { method: 'PUT', body: 'a' });
  expect(received.map(({ method, body }) => [method, body])).toEqual([
    ['PUT', 'a'],
    ['PUT', ''],
  ]);
});

test('a copy of a response has its address, without the fragment', async () => {
  const response = await fetch(`${url}#first`);
  expect([response.url, response.clone().url]).toEqual([url, url]);
});

test('what is no URL rejects, as in Node.js', async () => {
  const none: unknown = undefined;
  await expect(Reflect.apply(fetch, undefined, [none])).rejects.toThrow('Failed to parse URL');
  await expect(fetch('/orders')).rejects.toThrow('Failed to parse URL');
});

test('redirects without an end fail, as in Node.js', async () => {
  answer = async () => new Response(null, { status: 302, headers: { location: url } });
  await expect(fetch(url)).rejects.toThrow(new TypeError('fetch failed'));
  await expect(fetch(url, { redirect: 'error' })).rejects.toThrow('fetch failed');
});

test('a request that is given up rejects with the reason', async () => {
  answer = () => new Promise(() => {});
  const controller = new AbortController();
  const response = fetch(url, { signal: controller.signal });
  controller.abort(new Error('too late'));
  await expect(response).rejects.toThrow('too late');
  await expect(fetch(url, { signal: AbortSignal.abort(new Error('at once')) })).rejects.toThrow('at once');
  expect(answered).toBe(0);
});

test('what is no HTTP, or says how it is to be connected, is left to Node.js', async () => {
  expect(await (await fetch('data:text/plain,hello')).text()).toBe('hello');
  const dispatch = () => {
    throw new Error('dispatched');
  };
  const init: object = { dispatcher: { dispatch } };
  await expect(fetch(url, init)).rejects.toThrow('fetch failed');
  expect(received).toEqual([]);
});
