import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { serviceError } from '../../kernel/errors.ts';
import { HttpError } from '../http-error.ts';
import { sendProblem, toProblem } from './problem.ts';

/** Answers a request whose URL cannot be decoded. */
export function answerFrameworkError(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  sendProblem(request, reply, new HttpError(serviceError('NOT_FOUND', { what: 'This path' })));
}

/** By error code of Node's HTTP parser. */
const statuses: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Answers bytes that are not a valid HTTP request, unless the connection is gone. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = statuses[error.code ?? ''] ?? 400;
  const requestId = randomUUID();
  const invalid = serviceError('INVALID_PAYLOAD', { reason: 'Not a valid HTTP request' });
  const body = JSON.stringify({ ...toProblem(invalid, requestId), status });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
