import http from 'node:http';
import https from 'node:https';
import fetch, { type RequestInit, type Response } from 'node-fetch';
import { codeOf, reasonOf, ServiceError, serviceError } from '../../kernel/errors.ts';
import { errorOfResponse, TransientError } from './failure.ts';

/** Bytes of a response, unless the request sets another limit. */
const defaultMaxBytes = 4 * 1024 * 1024;

export interface Request {
  method: 'GET' | 'POST';
  /** Below `/api/cli/v1/verify`. */
  path: string;
  accept: string;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer;
  /** Seconds for the whole response, or until a stream starts. */
  seconds: number;
  /** Maximum bytes of the response. */
  bytes?: number;
  /** Statuses of errors whose response is returned instead of thrown. */
  expected?: readonly number[];
  signal: AbortSignal;
}

export interface ApiResponse {
  status: number;
  /** Media type, without parameters. */
  type: string;
  text: string;
}

/**
 * HTTP connection to a cloud with an API key. Node's agent supports HTTP_PROXY, HTTPS_PROXY and NO_PROXY (from 24.5,
 * https://nodejs.org/api/http.html#built-in-proxy-support). Every request ends within its limits: with a response, a
 * ServiceError, or a TransientError if it can be retried.
 */
export class Connection {
  readonly baseUrl: string;
  readonly #apiKey: string | undefined;
  readonly #proxied: boolean;
  readonly #agent: http.Agent;

  /** @throws {ServiceError} UNAUTHORIZED for a key with characters that are invalid in a header */
  constructor(baseUrl: string, apiKey: string | undefined, env: NodeJS.ProcessEnv) {
    if (apiKey !== undefined && !/^[\x21-\x7e]{1,512}$/.test(apiKey)) {
      throw serviceError('UNAUTHORIZED', { reason: 'it contains a space or another invalid character' });
    }
    this.baseUrl = baseUrl;
    this.#apiKey = apiKey;
    this.#proxied = Object.keys(env).some((name) => /^https?_proxy$/i.test(name) && env[name]);
    this.#agent = agentFor(baseUrl, env);
  }

  /** Sends a request and reads the whole response. */
  async request(request: Request): Promise<ApiResponse> {
    return this.#within(request, async (signal) => {
      const response = await this.#fetch(request, signal);
      return { status: response.status, type: typeOf(response), text: await response.text() };
    });
  }

  /** Sends a request and returns the body as a stream. The caller ends it with the signal. */
  async stream(request: Request): Promise<{ type: string; body: AsyncIterable<Uint8Array> }> {
    const response = await this.#within(request, (signal) => this.#fetch(request, signal));
    return { type: typeOf(response), body: bytesOf(response) };
  }

  /** Enforces the time limit and converts errors. */
  async #within<T>(request: Request, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), request.seconds * 1000);
    try {
      return await work(AbortSignal.any([request.signal, timeout.signal]));
    } catch (error) {
      if (request.signal.aborted) throw request.signal.reason;
      if (timeout.signal.aborted)
        throw new TransientError(this.#connectionError(`no response within ${Math.ceil(request.seconds)} s`, error));
      if (!(error instanceof Error) || error instanceof ServiceError || error instanceof TransientError) throw error;
      const failure = this.#connectionError(networkReason(error), error);
      throw isPermanent(error) ? failure : new TransientError(failure);
    } finally {
      clearTimeout(timer);
    }
  }

  #connectionError(what: string, cause: unknown): ServiceError {
    const reason = this.#proxied ? `${what}; a proxy is set in the environment` : what;
    return serviceError('CONNECTION_FAILED', { url: this.baseUrl, reason }, { cause });
  }

  async #fetch(request: Request, signal: AbortSignal): Promise<Response> {
    const init: RequestInit = {
      method: request.method,
      headers: {
        ...request.headers,
        accept: request.accept,
        ...(this.#apiKey !== undefined && { authorization: `Bearer ${this.#apiKey}` }),
        'user-agent': 'service-cli',
        ...(request.body && { 'content-type': 'application/json' }),
      },
      ...(request.body && { body: request.body }),
      // A redirect could send the key to another server.
      redirect: 'manual',
      size: request.bytes ?? defaultMaxBytes,
      agent: this.#agent,
      signal,
    };
    const response = await fetch(`${this.baseUrl}/api/cli/v1/verify${request.path}`, init);
    if (response.ok || request.expected?.includes(response.status)) return response;
    throw errorOfResponse(
      {
        status: response.status,
        type: typeOf(response),
        text: await response.text(),
        retryAfter: response.headers.get('retry-after'),
        location: response.headers.get('location'),
      },
      this.baseUrl,
    );
  }
}

/** Creates an agent that supports the proxies of the environment. */
export function agentFor(url: string, env: NodeJS.ProcessEnv): http.Agent {
  const options = { keepAlive: true, proxyEnv: env };
  return new URL(url).protocol === 'https:' ? new https.Agent(options) : new http.Agent(options);
}

function typeOf(response: Response): string {
  return (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

async function* bytesOf({ body }: Response): AsyncGenerator<Uint8Array> {
  for await (const chunk of body ?? []) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host name lookup failed',
  ECONNRESET: 'connection closed early',
  ERR_STREAM_PREMATURE_CLOSE: 'connection closed early',
  EPIPE: 'connection closed early',
  ETIMEDOUT: 'connection timed out',
  HPE_INVALID_CONSTANT: 'not an HTTP server',
  EPROTO: 'TLS handshake failed',
};

function networkReason(error: Error): string {
  return (
    reasons[codeOf(error) ?? ''] ??
    reasonOf(error)
      .replace(/^request to \S+ failed, reason: /, '')
      .slice(0, 300)
  );
}

/** Whether a retry would fail too: response too large, certificate, unknown host. */
function isPermanent(error: Error): boolean {
  if ('type' in error && error.type === 'max-size') return true;
  const code = codeOf(error) ?? '';
  return code === 'ENOTFOUND' || code.startsWith('HPE_') || /CERT|TLS|SSL|EPROTO|ERR_INVALID/.test(code);
}
