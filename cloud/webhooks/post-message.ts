import { lookup as resolve } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { reasonOf } from '../../kernel/errors.ts';
import { TimeLimit } from '../../runner/time-limit.ts';
import { untilAborted } from '../../runner/until-aborted.ts';
import type { ReachableAddress } from './reachable-address.ts';

/** Milliseconds for the lookup of the name and for the response. */
const lookupTimeout = 5_000;
const defaultTimeout = 10_000;

export interface Address {
  address: string;
  family: number;
}

interface Message {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** JSON. */
  body: string;
}

interface PostOptions {
  isReachable: ReachableAddress;
  /** Resolves a name to all its addresses; the system's resolver when absent. */
  lookup?(host: string): Promise<Address[]>;
  /** Milliseconds until the response; 10 seconds when absent. */
  timeout?: number;
  signal?: AbortSignal;
}

/**
 * Posts a message. The name is resolved once and the connection made to an address that was checked: a second lookup
 * could name another one (DNS rebinding). Redirects are not followed. Of the response, only the status is read.
 * @returns the HTTP status
 * @throws {Error} when there is no response in time, or the address may not be reached
 */
export async function postMessage(message: Message, options: PostOptions): Promise<number> {
  const { isReachable, lookup = resolveAll } = options;
  const url = new URL(message.url);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const version = isIP(host);
  const addresses = version > 0 ? [{ address: host, family: version }] : await withinLimit(lookup(host));
  const [first] = addresses;
  if (!first) throw new Error(`${host} has no address`);
  const refused = addresses.find(({ address }) => !isReachable(address));
  if (refused) throw new Error(`${host} is ${refused.address}, which webhooks may not reach`);
  return statusOf(url, message, first, options);
}

function statusOf(
  url: URL,
  { headers, body }: Message,
  address: Address,
  { timeout: limit = defaultTimeout, signal }: PostOptions,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const timeout = AbortSignal.timeout(limit);
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    // A connection of its own, without a proxy of the environment.
    agent: false,
    lookup: answering(address),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });
  request.on('response', (response) => {
    resolve(response.statusCode ?? 0);
    // Without reading the body, however long it is.
    request.destroy();
  });
  request.on('error', (error) => {
    reject(timeout.aborted ? new Error(`no response within ${limit / 1000} s`) : error);
  });
  request.end(body);
  return promise;
}

/** A lookup for a connection that answers without a lookup. */
function answering({ address, family }: Address): LookupFunction {
  return (_host, { all }, callback) => {
    if (all) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
}

async function resolveAll(host: string): Promise<Address[]> {
  return resolve(host, { all: true });
}

async function withinLimit(addresses: Promise<Address[]>): Promise<Address[]> {
  using limit = new TimeLimit(lookupTimeout / 1000);
  try {
    return await untilAborted(limit.signal, addresses);
  } catch (error) {
    const reason = limit.signal.aborted ? 'the lookup of the name took too long' : reasonOf(error);
    throw new Error(`cannot resolve the name: ${reason}`);
  }
}
