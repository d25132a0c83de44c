import type { TracedRequest } from './request.ts';

/** Whether an address is one where secrets are exchanged for a token, as far as its path tells. */
export const isLoginAddress = (address: string): boolean =>
  /[/.](?:\w*tokens?|oauth2?|auth|login|sessions?)(?=[/?.]|$)/i.test(address);

/** Whether a request gets a token for the secrets of the credential. What has values of items is about something else. */
export const isLogin = ({ url, secrets, marks }: Pick<TracedRequest, 'url' | 'secrets' | 'marks'>): boolean =>
  secrets.length > 0 && marks.length === 0 && isLoginAddress(url);
