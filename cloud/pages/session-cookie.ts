/** The cookie with the key, sent to the account page only. */
const name = 'service_key';

/** The Set-Cookie header to sign in, until the browser is closed. Neither scripts nor other sites can use the cookie. */
export function sessionCookie(key: string, { secure }: { secure: boolean }): string {
  return `${name}=${key}; Path=/account; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}

/** The Set-Cookie header to sign out. */
export function expiredCookie({ secure }: { secure: boolean }): string {
  return `${sessionCookie('', { secure })}; Max-Age=0`;
}

/** Reads the key from a Cookie header (RFC 6265, section 4.2.1). */
export function keyOfCookies(header: string | undefined): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value) return value;
  }
  return undefined;
}
