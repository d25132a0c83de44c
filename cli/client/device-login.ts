import { setTimeout as delay } from 'node:timers/promises';
import type { Static, TSchema } from 'typebox';
import { ServiceError, serviceError } from '../../kernel/errors.ts';
import { guard } from '../../kernel/guard.ts';
import type { ApiResponse, Connection } from './connection.ts';
import { retryBriefly } from './retry.ts';
import * as schemas from './schemas.ts';

type DeviceLogin = Static<typeof schemas.DeviceLogin>;

const json = 'application/json';
/** Seconds. */
const requestTimeout = 20;
const defaultInterval = 5;
/** What `slow_down` adds (RFC 8628, section 3.5). */
const slowDown = 5;

/**
 * Starts a login in a browser (RFC 8628).
 * @param label of the key
 * @returns undefined if the cloud does not support it
 */
export async function startDeviceLogin(
  connection: Connection,
  label: string,
  signal: AbortSignal,
): Promise<DeviceLogin | undefined> {
  const response = await post(connection, '/device/authorization', { client_id: 'service', label }, [401, 404], signal);
  return response.status === 200 ? read(connection, schemas.DeviceLogin, response) : undefined;
}

/**
 * Waits until the user has decided.
 * @returns the API key
 * @throws {ServiceError} UNAUTHORIZED when the user refuses, or does not decide in time
 */
export async function awaitKey(connection: Connection, login: DeviceLogin, signal: AbortSignal): Promise<string> {
  const body = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: login.device_code };
  const until = performance.now() + login.expires_in * 1000;
  for (let interval = login.interval ?? defaultInterval; performance.now() < until; ) {
    await delay(interval * 1000, undefined, { signal }).catch(() => signal.throwIfAborted());
    const response = await post(connection, '/device/token', body, [400], signal);
    if (response.status === 200) return read(connection, schemas.Token, response).access_token;
    const { error } = read(connection, schemas.TokenError, response);
    if (error === 'slow_down') interval += slowDown;
    else if (error === 'access_denied') throw notLoggedIn('The login was refused');
    else if (error === 'expired_token') break;
    else if (error !== 'authorization_pending') throw notLoggedIn('The login is not valid any more');
  }
  throw notLoggedIn('The code has expired');
}

function notLoggedIn(message: string): ServiceError {
  return new ServiceError('UNAUTHORIZED', message, 'Run `service auth login` again.');
}

function post(
  connection: Connection,
  path: string,
  body: Readonly<Record<string, string>>,
  expected: readonly number[],
  signal: AbortSignal,
): Promise<ApiResponse> {
  const request = { method: 'POST', path, accept: json, seconds: requestTimeout, expected, signal } as const;
  return retryBriefly(() => connection.request({ ...request, body: Buffer.from(JSON.stringify(body)) }), signal);
}

function read<Schema extends TSchema>({ baseUrl }: Connection, schema: Schema, { text }: ApiResponse): Static<Schema> {
  try {
    return guard(schema).parse(JSON.parse(text));
  } catch {
    const reason = 'unexpected response; is this the address of the service?';
    throw serviceError('CONNECTION_FAILED', { url: baseUrl, reason });
  }
}
