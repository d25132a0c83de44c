import { expect, it } from 'vitest';
import { expiredCookie, keyOfCookies, sessionCookie } from '../../../cloud/pages/session-cookie.ts';

it('is for this site and no script, and for encrypted connections where there are such', () => {
  const plain = 'service_key=svc_x; Path=/account; HttpOnly; SameSite=Strict';
  expect(sessionCookie('svc_x', { secure: false })).toBe(plain);
  expect(sessionCookie('svc_x', { secure: true })).toBe(`${plain}; Secure`);
  expect(expiredCookie({ secure: true })).toBe(
    'service_key=; Path=/account; HttpOnly; SameSite=Strict; Secure; Max-Age=0',
  );
});

it.each([
  [undefined, undefined],
  ['', undefined],
  ['service_key=', undefined],
  ['other_service_key=1; x', undefined],
  ['a=b; service_key=svc_x; c=d', 'svc_x'],
])('is found in %s', (header, key) => expect(keyOfCookies(header)).toBe(key));
