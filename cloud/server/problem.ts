import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError, serviceError } from '../../kernel/errors.ts';
import { type FieldError, HttpError } from '../http-error.ts';
import { isDatabaseAway, isPoolExhausted } from '../store/database-away.ts';
import type { Problem } from './schemas.ts';

/** The codes that an answer may carry (CONTRACT 1), with what their problems are called. */
const titles: Readonly<Record<string, string>> = {
  UNAUTHORIZED: 'The API key was not accepted',
  INSUFFICIENT_CREDITS: 'Not enough credits',
  NOT_FOUND: 'Not found',
  RUN_NOT_FINISHED: 'The run has not finished',
  IDEMPOTENCY_IN_PROGRESS: 'The same request is being answered',
  PAYLOAD_TOO_LARGE: 'The payload is too large',
  INVALID_PAYLOAD: 'The request is not valid',
  CONCURRENCY_CAP_REACHED: 'Too many concurrent runs',
  RATE_LIMITED: 'Too many requests',
  RUNNER_ERROR: 'Internal error',
  NOT_IMPLEMENTED: 'Not supported yet',
  UNAVAILABLE: 'Not available right now',
};

/** Makes every error of a server an answer of CONTRACT 1, those that nobody expected too. */
export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toHttpError(error, request);
    if (refusal.error.code === 'RUNNER_ERROR') request.log.error({ err: error }, 'request failed');
    return sendProblem(request, reply, refusal);
  });
  app.setNotFoundHandler((request, reply) =>
    sendProblem(request, reply, new HttpError(serviceError('NOT_FOUND', { what: 'This path' }))),
  );
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, refusal: HttpError): FastifyReply {
  const { error, errors, retryAfter } = refusal;
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

/** What an error means to the caller. What is not meant for the caller stays in the log. */
export function toHttpError(error: FastifyError, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof ServiceError && error.code in titles) return new HttpError(error);
  if (isPoolExhausted(error)) return unavailable('no connection to its database is free');
  if (isDatabaseAway(error)) return unavailable('its database can not be reached');
  if (error.statusCode === 413) {
    const limit = `${request.routeOptions.bodyLimit} bytes`;
    return new HttpError(serviceError('PAYLOAD_TOO_LARGE', { what: 'The body of the request', limit }));
  }
  // Fastify's own are about how a request is written: bad JSON, another content type, a length that is not true.
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new HttpError(serviceError('INVALID_PAYLOAD', { reason: error.message }));
  }
  return new HttpError(serviceError('RUNNER_ERROR', { reason: 'Something went wrong inside the service' }));
}

/** @param seconds after which it is worth asking again */
export function unavailable(reason: string, { seconds = 2 } = {}): HttpError {
  return new HttpError(serviceError('UNAVAILABLE', { reason }), { retryAfter: seconds });
}

/** A request that is not as it must be, with the places where it is not. */
export function invalid(errors: readonly FieldError[]): HttpError {
  const [first, ...others] = errors;
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  const reason = first ? `${first.pointer}: ${first.detail}${more}` : 'The request is not valid';
  return new HttpError(serviceError('INVALID_PAYLOAD', { reason }), { errors });
}
