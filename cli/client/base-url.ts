import { usageError } from '../../kernel/errors.ts';

/** Default address of `service serve`. */
export const defaultBaseUrl = 'http://127.0.0.1:7070';

/**
 * Parses the URL of a cloud and normalizes it, without a final slash, as the key of the credentials file.
 * @param source name of the setting, for the message
 * @throws {ServiceError} INVALID_USAGE
 */
export function parseBaseUrl(text: string, source: string): string {
  const invalid = (reason: string) => usageError(`Invalid ${source} "${text}": ${reason}`);
  if (!URL.canParse(text)) throw invalid('not a URL (example: https://verify.example.com)');
  const { protocol, host, pathname, username, password, search, hash } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') throw invalid('must start with https:// or http://');
  if (username !== '' || password !== '') throw invalid('must not contain a user name or password');
  if (search !== '' || hash !== '') throw invalid('must not contain a query or fragment');
  return `${protocol}//${host}${pathname}`.replace(/(?<!\/)\/+$/, '');
}

/** Whether requests are unencrypted: HTTP to another machine. */
export function isUnencrypted(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
