import { Transform, type TransformCallback } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { serviceError } from '../../kernel/errors.ts';

/**
 * Lets bodies be gzip. They count against the route's limit expanded: as soon as one is over it, nothing more of it is
 * expanded.
 */
export function acceptGzip(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    if (encoding === 'identity') return payload;
    if (encoding !== 'gzip' && encoding !== 'x-gzip') {
      throw serviceError('INVALID_PAYLOAD', {
        reason: `The content encoding "${encoding.slice(0, 40)}" is not supported: send gzip or none`,
      });
    }
    const limit = request.routeOptions.bodyLimit;
    const gunzip = createGunzip();
    const bound = new Bound(limit, Number(request.headers['content-length'] ?? 0));
    payload.on('error', (error) => bound.destroy(error));
    gunzip.on('error', () => bound.destroy(serviceError('INVALID_PAYLOAD', { reason: 'The body is not gzip' })));
    // An answer may be given before all of the body has been read: stop expanding then.
    reply.raw.on('close', () => gunzip.destroy());
    payload.pipe(gunzip).pipe(bound);
    return bound;
  });
}

/** Passes bytes on, up to a limit. */
class Bound extends Transform {
  /** What came over the wire: Fastify compares it with the content length. */
  readonly receivedEncodedLength: number;
  readonly #limit: number;
  #size = 0;

  constructor(limit: number, encodedLength: number) {
    super();
    this.#limit = limit;
    this.receivedEncodedLength = encodedLength;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#size += chunk.length;
    if (this.#size <= this.#limit) done(null, chunk);
    else {
      done(
        serviceError('PAYLOAD_TOO_LARGE', {
          what: 'The body of the request, expanded,',
          limit: `${this.#limit} bytes`,
        }),
      );
    }
  }
}
