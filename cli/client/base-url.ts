import { serviceError } from '../../kernel/errors.ts';

/** Where `service serve` listens when nobody says. */
export const defaultBaseUrl = 'http://127.0.0.1:7070';

/**
 * The address of a cloud in the one spelling that keys are kept under: without a slash at its end, query or fragment.
 * @param source which setting it comes from, for the message
 * @throws {ServiceError} INVALID_USAGE
 */
export function parseBaseUrl(text: string, source: string): string {
  const refuse = (reason: string) =>
    serviceError('INVALID_USAGE', { reason: `Invalid ${source} "${text}": ${reason}` });
  if (!URL.canParse(text)) throw refuse('not a URL (example: https://verify.example.com)');
  const { protocol, host, pathname, username, password, search, hash } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') throw refuse('must start with https:// or http://');
  if (username !== '' || password !== '') throw refuse('must not contain a user name or password');
  if (search !== '' || hash !== '') throw refuse('must not contain a query or fragment');
  return `${protocol}//${host}${pathname}`.replace(/\/+$/, '');
}

/** Whether what is sent there can be read on the way: plain HTTP to another machine. */
export function isUnencrypted(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
