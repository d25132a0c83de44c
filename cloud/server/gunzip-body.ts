import { Transform, type TransformCallback } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { serviceError } from '../../kernel/errors.ts';
import { sizeText } from '../../kernel/size-text.ts';

/**
 * Accepts gzip-encoded bodies. The route's body limit applies to the decompressed size, and decompression stops there.
 */
export function acceptGzip(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    if (encoding === 'identity') return payload;
    if (encoding !== 'gzip' && encoding !== 'x-gzip') {
      throw serviceError('INVALID_PAYLOAD', {
        reason: `Content-Encoding "${encoding.slice(0, 40)}" is not supported; use gzip or none`,
      });
    }
    const limit = request.routeOptions.bodyLimit;
    const gunzip = createGunzip();
    const limited = new SizeLimit(limit, Number(request.headers['content-length'] ?? 0));
    payload.on('error', (error) => limited.destroy(error));
    gunzip.on('error', () =>
      limited.destroy(serviceError('INVALID_PAYLOAD', { reason: 'The body is not valid gzip data' })),
    );
    // The response may be sent before the whole body is read.
    reply.raw.on('close', () => gunzip.destroy());
    payload.pipe(gunzip).pipe(limited);
    return limited;
  });
}

/** Passes bytes through, up to a limit. */
class SizeLimit extends Transform {
  /** Fastify compares it with Content-Length. */
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
          what: 'The decompressed request body',
          limit: sizeText(this.#limit),
        }),
      );
    }
  }
}
