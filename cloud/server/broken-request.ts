import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serviceError } from '../../kernel/errors.ts';
import { HttpError } from '../http-error.ts';
import { sendProblem, toProblem } from './problem.ts';

const problemType = 'application/problem+json';

/** Answers a request whose URL cannot be decoded. */
export function answerFrameworkError(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  sendProblem(request, reply, new HttpError(serviceError('NOT_FOUND', { what: 'This path' })));
}

/** Node.js would answer these requests without a body and a request ID. */
export const answeredHere = { requireHostHeader: false };

/**
 * Answers requests with `answeredHere`: those without Host are refused (RFC 9112, section 3.2), and an unknown Expect is
 * ignored, which RFC 9110, section 10.1.1, allows.
 */
export function answerUnusualRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.raw.httpVersion !== '1.1' || request.headers.host !== undefined) return;
    const invalid = serviceError('INVALID_PAYLOAD', { reason: 'The request has no Host header' });
    return reply
      .code(400)
      .header('connection', 'close')
      .type(problemType)
      .send(JSON.stringify({ ...toProblem(invalid, request.id), status: 400 }));
  });
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
}

/** By error code of Node's HTTP parser. */
const answers: Readonly<Record<string, { status: number; reason: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, reason: 'The headers of the request are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'The request did not arrive completely within the time limit' },
};
const notHttp = { status: 400, reason: 'Not a valid HTTP request' };

/** Answers bytes that are not a valid HTTP request, unless the connection is gone. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, reason } = answers[error.code ?? ''] ?? notHttp;
  const requestId = randomUUID();
  const invalid = serviceError('INVALID_PAYLOAD', { reason });
  const body = JSON.stringify({ ...toProblem(invalid, requestId), status });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${problemType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
