import http from 'node:http';
import https from 'node:https';
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import fetch from 'node-fetch';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { serviceError } from '../../kernel/errors.ts';
import { type IdToken, idTokenLifetime } from '../store/trusted-repositories.ts';
import { unavailable } from './problem.ts';

/** Milliseconds for a response with keys, and between two requests for them because of an unknown key or a failure. */
const keysTimeout = 5_000;
const keysInterval = 30_000;
/** Bytes of such a response; GitHub's has less than 10,000. */
const maxKeysBytes = 256 * 1024;
/** Seconds that clocks may differ. */
const clockTolerance = 10;

const text = Type.String({ minLength: 1, maxLength: 1_024, pattern: '^[^\\u0000-\\u001f\\u007f]*$' });
const Claims = Compile(
  Type.Object({
    jti: text,
    repository: text,
    repository_id: text,
    repository_owner_id: text,
    ref: text,
    environment: Type.Optional(text),
  }),
);

/** Errors of a token; all others are of the issuer. */
const unknownKey = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported];

/**
 * Verifies ID tokens of GitHub Actions: the signature with a key of the issuer, audience, times and claims. Keys come from
 * the configured issuer alone, whatever the header of a token says.
 */
export class IdTokenVerifier {
  readonly #issuer: string;
  readonly #keyOf: JWTVerifyGetKey;

  /** @param issuer its URL, as in the tokens */
  constructor(issuer: string) {
    this.#issuer = issuer;
    // Of github.com, GitHub Enterprise Server and ghe.com, this is the `jwks_uri` of /.well-known/openid-configuration.
    const keys = createRemoteJWKSet(new URL(`${issuer.replace(/\/$/, '')}/.well-known/jwks`), {
      timeoutDuration: keysTimeout,
      cooldownDuration: keysInterval,
      [customFetch]: fetcherOfKeys(),
    });
    this.#keyOf = async (header, token) => {
      try {
        return await keys(header, token);
      } catch (error) {
        if (unknownKey.some((kind) => error instanceof kind)) throw error;
        throw unavailable(`the keys of ${issuer} cannot be read`, { seconds: keysInterval / 1000 });
      }
    };
  }

  /**
   * @param audience URL of the cloud
   * @throws {ServiceError} INVALID_ID_TOKEN
   * @throws {HttpError} UNAVAILABLE when the keys cannot be read
   */
  async verify(token: string, audience: string): Promise<IdToken> {
    const claims = await this.#claims(token, audience);
    if (!Claims.Check(claims)) throw invalid('it lacks claims that tokens of GitHub Actions have');
    const { jti, repository, repository_id, repository_owner_id, ref, environment } = claims;
    return { id: jti, repository, repositoryId: repository_id, ownerId: repository_owner_id, ref, environment };
  }

  async #claims(token: string, audience: string): Promise<object> {
    try {
      const { payload } = await jwtVerify(token, this.#keyOf, {
        // GitHub signs with RSA. Without this list, the token would choose.
        algorithms: ['RS256'],
        issuer: this.#issuer,
        audience,
        maxTokenAge: idTokenLifetime,
        requiredClaims: ['exp'],
        clockTolerance,
      });
      return payload;
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
      if (!(error instanceof errors.JWTClaimValidationFailed)) throw invalid(error.message);
      const wanted: Record<string, string> = { aud: audience, iss: this.#issuer };
      const { claim } = error;
      throw invalid(claim in wanted ? `"${claim}" is not ${wanted[claim]}` : error.message);
    }
  }
}

/** A fetch with limits that waits after a failure: anyone may send a token. */
function fetcherOfKeys(): (url: string, init: { signal: AbortSignal }) => Promise<Response> {
  const options = { keepAlive: false, proxyEnv: process.env };
  let failedAt = Number.NEGATIVE_INFINITY;
  return async (url, { signal }) => {
    if (Date.now() < failedAt + keysInterval) throw new Error('the last request has failed');
    const agent = url.startsWith('https:') ? new https.Agent(options) : new http.Agent(options);
    try {
      const response = await fetch(url, { redirect: 'manual', size: maxKeysBytes, agent, signal });
      if (!response.ok) throw new Error(`status ${response.status}`);
      return Response.json(await response.json());
    } catch (error) {
      failedAt = Date.now();
      throw error;
    }
  };
}

const invalid = (reason: string) => serviceError('INVALID_ID_TOKEN', { reason });
