import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { reasonOf, type ServiceError, serviceError } from '../../kernel/errors.ts';

/**
 * Accepts JSON in UTF-8 as the body of requests, and no text. An empty body is accepted, because clients set
 * `Content-Type: application/json` on every request.
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else if (!isUtf8(body)) done(invalid('The body is not valid UTF-8'));
    else {
      const text = body.toString();
      parse(request, text, (error, value) => (error ? done(faultOf(text)) : done(null, value)));
    }
  });
}

/** Why a body is refused. */
function faultOf(text: string): ServiceError {
  try {
    JSON.parse(text);
  } catch (error) {
    return invalid(`The body is not valid JSON: ${reasonOf(error)}`);
  }
  // It could change the prototype of the objects that it is copied into.
  return invalid('The body has a key that is not allowed: "__proto__", or "constructor" of an object with "prototype"');
}

const invalid = (reason: string) => serviceError('INVALID_PAYLOAD', { reason });
