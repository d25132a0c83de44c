/** The cookie that carries the key between the browser and the account page; no other path gets it. */
const name = 'service_key';

/** What sets it, until the browser is closed. Scripts can't read it, and no other site's page sends it. */
export function sessionCookie(key: string, { secure }: { secure: boolean }): string {
  return `${name}=${key}; Path=/account; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}

/** What removes it. */
export function endedSession({ secure }: { secure: boolean }): string {
  return `${sessionCookie('', { secure })}; Max-Age=0`;
}

/** The key in a Cookie header (RFC 6265, section 4.2.1). */
export function keyOfCookies(header: string | undefined): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value) return value;
  }
  return undefined;
}
