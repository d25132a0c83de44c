import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { serviceError } from '../../kernel/errors.ts';
import { HttpError } from '../http-error.ts';
import { sendProblem, toProblem } from './problem.ts';

/** Answers a request whose address can't be decoded: there is nothing there. */
export function answerFrameworkError(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  sendProblem(request, reply, new HttpError(serviceError('NOT_FOUND', { what: 'This path' })));
}

/** What Node's parser says of bytes that are no request, by its codes. */
const statuses: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Answers bytes that are no request, as far as anybody is there to read it. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = statuses[error.code ?? ''] ?? 400;
  const requestId = randomUUID();
  const invalid = serviceError('INVALID_PAYLOAD', {
    reason: 'This is not an HTTP request that the service understands',
  });
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
