import fetch from 'node-fetch';
import { reasonOf, serviceError } from '../../kernel/errors.ts';
import { guard } from '../../kernel/guard.ts';
import type { Cloud } from './cloud.ts';
import { agentFor } from './connection.ts';
import { TransientError } from './failure.ts';
import { retryBriefly } from './retry.ts';
import * as schemas from './schemas.ts';

/** Milliseconds and bytes of the response with a token. */
const timeout = 20_000;
const maxBytes = 64 * 1024;

interface JobContext {
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

/**
 * Exchanges an ID token of the GitHub Actions job for an API key.
 * @throws {ServiceError} NO_ID_TOKEN, INVALID_ID_TOKEN, and those of `Connection.request`
 */
export async function keyForIdToken(cloud: Cloud, accountId: string, context: JobContext): Promise<string> {
  // A new token for each attempt, because the cloud takes each one once.
  const exchange = async () => {
    const idToken = await requestIdToken(cloud.connection.baseUrl, context);
    return cloud.exchangeIdToken(accountId, idToken, context.signal);
  };
  return (await retryBriefly(exchange, context.signal)).apiKey;
}

/**
 * Gets a token for one audience: the cloud that it is sent to, which therefore can use it nowhere else. See
 * https://docs.github.com/en/actions/reference/security/oidc#methods-for-requesting-the-oidc-token.
 */
async function requestIdToken(audience: string, { env, signal }: JobContext): Promise<string> {
  const [address, token] = [env['ACTIONS_ID_TOKEN_REQUEST_URL'], env['ACTIONS_ID_TOKEN_REQUEST_TOKEN']];
  if (!address || !token) throw serviceError('NO_ID_TOKEN', { reason: 'ACTIONS_ID_TOKEN_REQUEST_URL is not set' });
  try {
    const url = new URL(address);
    url.searchParams.set('audience', audience);
    const response = await fetch(url.href, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json', 'user-agent': 'service-cli' },
      redirect: 'manual',
      size: maxBytes,
      agent: agentFor(url.href, env),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    });
    if (!response.ok) throw new Error(`GitHub responded with status ${response.status}`);
    return guard(schemas.IdToken).parse(await response.json()).value;
  } catch (error) {
    signal.throwIfAborted();
    throw new TransientError(serviceError('NO_ID_TOKEN', { reason: reasonOf(error) }, { cause: error }));
  }
}
