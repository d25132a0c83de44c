import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { IdTokenVerifier } from '../../../cloud/server/id-token-verifier.ts';
import { claims, IdTokenIssuer } from './id-token-issuer.ts';

const audience = 'https://verify.example.com';
let issuer: IdTokenIssuer;
let verifier: IdTokenVerifier;

beforeEach(async () => {
  // The clock of the tokens and of the intervals; requests go on.
  vi.useFakeTimers({ toFake: ['Date'] });
  issuer = await IdTokenIssuer.start();
  verifier = new IdTokenVerifier(issuer.url);
});
afterEach(async () => {
  await issuer[Symbol.asyncDispose]();
  vi.useRealTimers();
});

const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const unavailable = expect.objectContaining({ error: expect.objectContaining({ code: 'UNAVAILABLE' }) });
const unknownKey = () => issuer.token({ audience, header: { kid: crypto.randomUUID() } });
/** Verifies many tokens at once, and counts the requests for keys meanwhile. */
async function requestsFor(tokens: readonly Promise<string>[]): Promise<number> {
  const before = issuer.requests.length;
  await Promise.allSettled(tokens.map(async (token) => verifier.verify(await token, audience)));
  return issuer.requests.length - before;
}
const many = (token: () => Promise<string>) => Array.from({ length: 50 }, token);

it('says what GitHub says of the job', async () => {
  const token = await issuer.token({ audience, claims: { environment: 'npm', jti: 'id' } });
  const { repository, repository_id: repositoryId, repository_owner_id: ownerId, ref } = claims;
  const expected = { id: 'id', repository, repositoryId, ownerId, ref, environment: 'npm' };
  expect(await verifier.verify(token, audience)).toEqual(expected);
});

it('reads the keys once for many tokens, and again when they are old', async () => {
  expect(await requestsFor(many(() => issuer.token({ audience })))).toBe(1);
  expect(await requestsFor(many(() => issuer.token({ audience })))).toBe(0);
  pass(3_600);
  expect(await requestsFor(many(() => issuer.token({ audience })))).toBe(1);
});

it('reads the keys again for an unknown one, at most every 30 seconds', async () => {
  await verifier.verify(await issuer.token({ audience }), audience);
  expect(await requestsFor(many(unknownKey))).toBe(0);
  pass(31);
  expect(await requestsFor(many(unknownKey))).toBe(1);
  expect(await requestsFor(many(unknownKey))).toBe(0);
  expect(await requestsFor([issuer.token({ audience })])).toBe(0);
});

it('asks an issuer that fails at most every 30 seconds, and goes on with the keys that it has', async () => {
  await verifier.verify(await issuer.token({ audience }), audience);
  pass(31);
  issuer.answer = (response) => response.writeHead(500).end();
  expect(await requestsFor(many(unknownKey))).toBe(1);
  expect(await requestsFor(many(unknownKey))).toBe(0);
  await expect(verifier.verify(await unknownKey(), audience)).rejects.toEqual(unavailable);
  await expect(verifier.verify(await issuer.token({ audience }), audience)).resolves.toBeDefined();
  pass(31);
  issuer.answer = undefined;
  await expect(verifier.verify(await unknownKey(), audience)).rejects.toMatchObject({ code: 'INVALID_ID_TOKEN' });
});

it.each<[string, NonNullable<IdTokenIssuer['answer']>]>([
  ['redirects', (response) => response.writeHead(302, { location: '/elsewhere' }).end()],
  ['answers without JSON', (response) => response.end('<html>')],
  ['answers without keys', (response) => response.end('{}')],
  ['answers with a broken key', (response) => response.end('{"keys":[{"kty":"RSA","kid":"key-1"}]}')],
  ['answers without end', (response) => response.write(`{"keys":["${'x'.repeat(300_000)}`)],
  // Valid, so that only the limit refuses it.
  [
    'answers with too much',
    (response) => response.end(JSON.stringify({ keys: [issuer.jwk], filler: 'x'.repeat(300_000) })),
  ],
  ['breaks off', (response) => response.socket?.destroy()],
])('is unavailable while the issuer %s', async (_, answer) => {
  issuer.answer = answer;
  await expect(verifier.verify(await issuer.token({ audience }), audience)).rejects.toEqual(unavailable);
  expect(issuer.requests).toEqual(['/.well-known/jwks']);
});

it('is unavailable while the issuer does not answer', async () => {
  issuer.answer = () => {};
  const timeout = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(timeout.signal);
  const waiting = verifier.verify(await issuer.token({ audience }), audience);
  await vi.waitUntil(() => issuer.requests.length === 1, { timeout: 600_000 });
  timeout.abort(new DOMException('late', 'TimeoutError'));
  await expect(waiting).rejects.toEqual(unavailable);
  expect(AbortSignal.timeout).toHaveBeenCalledWith(5_000);
  vi.restoreAllMocks();
});
