import { type ErrorCode, errorCatalogue, isErrorCode, ServiceError, serviceError } from '../../kernel/errors.ts';
import { guard } from '../../kernel/guard.ts';
import { printable } from '../../kernel/printable.ts';
import { tryJson } from '../../kernel/project-files.ts';
import * as schemas from './schemas.ts';

/** Characters of a server's message that are shown. */
const maxDetailLength = 1000;

/** Seconds to suggest when a server does not say how long to wait. */
const defaultRetrySeconds = 10;

/** An error after which a request can be retried. */
export class TransientError extends Error {
  readonly error: ServiceError;
  /** Seconds to wait, as requested by the server. */
  readonly retryAfter: number | undefined;

  constructor(error: ServiceError, retryAfter?: number) {
    super(error.message, { cause: error });
    this.name = 'TransientError';
    this.error = error;
    this.retryAfter = retryAfter;
  }
}

/** An HTTP error response. */
interface ErrorResponse {
  status: number;
  /** Media type, without parameters. */
  type: string;
  text: string;
  retryAfter: string | null;
  location: string | null;
}

/** Responses after which a client can retry (CONTRACT 1, RFC 9110). */
const transientStatuses = new Set([408, 425, 500, 502, 503, 504]);
const transientCodes = new Set<ErrorCode>(['RATE_LIMITED', 'IDEMPOTENCY_IN_PROGRESS']);

/**
 * Converts an error response to an error.
 * @param baseUrl URL of the cloud
 */
export function errorOfResponse(response: ErrorResponse, baseUrl: string): ServiceError | TransientError {
  const retryAfter = secondsOf(response.retryAfter);
  const error = problemIn(response, baseUrl, retryAfter) ?? unexpectedResponse(response, baseUrl, retryAfter);
  const isTransient = transientStatuses.has(response.status) || transientCodes.has(error.code);
  return isTransient ? new TransientError(error, retryAfter) : error;
}

/** Parses `application/problem+json` of CONTRACT 1. */
function problemIn(
  { type, text }: ErrorResponse,
  baseUrl: string,
  retryAfter: number | undefined,
): ServiceError | undefined {
  if (!type.endsWith('json')) return undefined;
  const problem = tryJson(text);
  if (!guard(schemas.Problem).is(problem)) return undefined;
  const code = problem.code;
  if (!isErrorCode(code)) return undefined;
  const [fault] = problem.errors ?? [];
  // SPEC 7.2; each cloud has its own upper limit.
  if (code === 'INVALID_PAYLOAD' && fault?.pointer === '#/timeout') {
    const reason = (fault.detail ?? 'not accepted').slice(0, maxDetailLength);
    const next =
      'Pass --timeout, or set `timeout` in .service/config.json, to a number of seconds that the cloud allows.';
    return new ServiceError('INVALID_TIMEOUT', `Invalid timeout for ${printable(baseUrl)}: ${reason}`, next);
  }
  const message = (problem.detail ?? problem.title ?? code).slice(0, maxDetailLength);
  const next = errorCatalogue[code].next
    .replace('{seconds}', String(retryAfter ?? defaultRetrySeconds))
    .replace(/\{\w+\}/g, '<id>');
  // CONTRACT 1: counts as INVALID_PAYLOAD for the client.
  return new ServiceError(code === 'PAYLOAD_TOO_LARGE' ? 'INVALID_PAYLOAD' : code, message, next);
}

/** The error of a response from a proxy or another server. */
function unexpectedResponse(
  { status, location }: ErrorResponse,
  url: string,
  retryAfter: number | undefined,
): ServiceError {
  if (status === 401) return serviceError('UNAUTHORIZED', { reason: `${url} responded with status 401` });
  if (status === 429) return serviceError('RATE_LIMITED', { seconds: retryAfter ?? defaultRetrySeconds });
  if (status >= 500) return serviceError('UNAVAILABLE', { reason: `${url} responded with status ${status}` });
  if (status >= 300 && status < 400) {
    const target = location === null ? 'another address' : location.slice(0, 200);
    return serviceError('CONNECTION_FAILED', { url, reason: `it redirects to ${target}; redirects are not followed` });
  }
  const reason = `it responded with status ${status}; is this the address of the service?`;
  return serviceError('CONNECTION_FAILED', { url, reason });
}

/** `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3). */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}
