import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serviceError } from '../../kernel/errors.ts';
import type { Settings } from '../settings.ts';

/** Bytes of a form. */
export const maxFormBytes = 4_096;

/** Accepts URL-encoded forms. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser<string>('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body))),
  );
}

/**
 * Prevents cross-site request forgery: another site could sign a user in to the wrong account. Browsers send `Origin` with
 * every POST (https://fetch.spec.whatwg.org/#origin-header), newer ones also `Sec-Fetch-Site`.
 * @throws {ServiceError} INVALID_PAYLOAD
 */
export function assertSameSite({ headers }: FastifyRequest, { publicUrl }: Pick<Settings, 'publicUrl'>): void {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  const isSameSite =
    origin === undefined ||
    (URL.canParse(origin) &&
      (new URL(origin).host === host || (publicUrl !== undefined && origin === new URL(publicUrl).origin)));
  if (isSameSite && (site === undefined || site === 'same-origin' || site === 'none')) return;
  throw serviceError('INVALID_PAYLOAD', { reason: 'The form was sent from another site' });
}
