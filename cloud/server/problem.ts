import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { codeOf, reasonOf, ServiceError, serviceError } from '../../kernel/errors.ts';
import { sizeText } from '../../kernel/size-text.ts';
import { type FieldError, HttpError } from '../http-error.ts';
import { isDatabaseUnavailable, isPoolExhausted } from '../store/database-errors.ts';
import type { Problem } from './schemas.ts';

/** The codes of CONTRACT 1, with their titles. */
const titles: Readonly<Record<string, string>> = {
  UNAUTHORIZED: 'Invalid API key',
  FORBIDDEN: 'Missing scope',
  INVALID_ID_TOKEN: 'Invalid ID token',
  INSUFFICIENT_CREDITS: 'Not enough credits',
  NOT_FOUND: 'Not found',
  AMBIGUOUS_RUN_ID: 'Ambiguous run ID',
  RUN_NOT_FINISHED: 'Run not finished',
  IDEMPOTENCY_IN_PROGRESS: 'Request in progress',
  PAYLOAD_TOO_LARGE: 'Payload too large',
  INVALID_PAYLOAD: 'Invalid request',
  CONCURRENCY_CAP_REACHED: 'Too many concurrent runs',
  RATE_LIMITED: 'Too many requests',
  PLUGIN_UNAVAILABLE: 'Plugin not available',
  RUNNER_ERROR: 'Internal error',
  NOT_IMPLEMENTED: 'Not implemented',
  UNAVAILABLE: 'Service unavailable',
};

/** Answers every error of a server, unexpected ones too, as CONTRACT 1 says. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const httpError = toHttpError(error, request);
    logFailure(request, error, httpError);
    return sendProblem(request, reply, httpError);
  });
  app.setNotFoundHandler((request, reply) =>
    sendProblem(request, reply, new HttpError(serviceError('NOT_FOUND', { what: 'This path' }))),
  );
}

/** Logs an error that the caller did not cause. */
export function logFailure({ log }: FastifyRequest, error: Error, httpError: HttpError): void {
  if (httpError.error.code === 'RUNNER_ERROR') log.error({ err: error }, 'request failed');
  // Not the error itself, which may contain what was to be stored.
  else if (isDatabaseUnavailable(error))
    log.error({ code: codeOf(error), reason: reasonOf(error) }, 'request failed: the database is unavailable');
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, httpError: HttpError): FastifyReply {
  const { error, errors, retryAfter } = httpError;
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  if (error.code === 'UNAUTHORIZED') reply.header('www-authenticate', 'Bearer');
  return reply
    .code(error.httpStatus)
    .type('application/problem+json')
    .serializer((problem: Problem) => JSON.stringify(problem))
    .send(toProblem(error, request.id, errors));
}

export function toProblem(error: ServiceError, requestId: string, errors?: readonly FieldError[]): Problem {
  return {
    type: `urn:service:problem:${error.code.toLowerCase().replaceAll('_', '-')}`,
    title: titles[error.code] ?? 'Error',
    status: error.httpStatus,
    detail: error.message,
    code: error.code,
    requestId,
    ...(errors && { errors: [...errors] }),
  };
}

/** The error to show to the caller; internal details stay in the log. */
export function toHttpError(error: FastifyError, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof ServiceError && error.code in titles) return new HttpError(error);
  if (isPoolExhausted(error)) return unavailable('no database connection is free');
  if (isDatabaseUnavailable(error)) return unavailable('the database is unreachable');
  if (error.statusCode === 413) {
    const limit = sizeText(request.routeOptions.bodyLimit);
    return new HttpError(serviceError('PAYLOAD_TOO_LARGE', { what: 'The request body', limit }));
  }
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    const type = request.headers['content-type'];
    const what = type === undefined ? 'No Content-Type' : `Content-Type "${type.slice(0, 100)}" is not supported`;
    return new HttpError(serviceError('INVALID_PAYLOAD', { reason: `${what}; send application/json` }));
  }
  // Fastify's own, such as a wrong Content-Length.
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new HttpError(serviceError('INVALID_PAYLOAD', { reason: error.message }));
  }
  return new HttpError(serviceError('RUNNER_ERROR', { reason: 'Internal error' }));
}

/** @param seconds for Retry-After */
export function unavailable(reason: string, { seconds = 2 } = {}): HttpError {
  return new HttpError(serviceError('UNAVAILABLE', { reason }), { retryAfter: seconds });
}

/** RATE_LIMITED. @param ttl seconds for Retry-After */
export function rateLimited(ttl: number): HttpError {
  const seconds = Math.max(1, ttl);
  return new HttpError(serviceError('RATE_LIMITED', { seconds }), { retryAfter: seconds });
}

/** INVALID_PAYLOAD for a request with these errors. */
export function invalidRequest(errors: readonly FieldError[]): HttpError {
  const [first, ...others] = errors;
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  const reason = first ? `${first.pointer}: ${first.detail}${more}` : 'Invalid request';
  return new HttpError(serviceError('INVALID_PAYLOAD', { reason }), { errors });
}
