import { isUnknown, shown } from '../parameters/plain.ts';

/**
 * Why the address of a request leads nowhere, as far as its literal parts tell; undefined for one that may be right.
 * @param request as n8n puts it together: `url` is relative to `baseURL`
 */
export function addressFault({ baseURL, url }: { baseURL: unknown; url: unknown }): string | undefined {
  for (const address of [baseURL, url]) {
    if (isUnknown(address) || (address !== undefined && typeof address !== 'string')) return undefined;
  }
  const base = literalStart(baseURL);
  const path = literalStart(url);
  if (base === undefined || path === undefined) return undefined;
  const whole = base === '' ? path : base;
  if (whole === '') return 'it has no address';
  return fullAddress.test(whole) ? undefined : `${shown(whole.replace(expression, '{{…}}'))} is no full address`;
}

const expression = '\0';
/** A host is there, or is made by an expression. */
const fullAddress = /^https?:\/\/[^\s/]/i;

/** What an address begins with, with a mark where an expression begins; undefined when an expression comes first. */
function literalStart(address: unknown): string | undefined {
  if (typeof address !== 'string') return '';
  if (!address.startsWith('=')) return address.trim();
  const [start = '', ...rest] = address.slice(1).trim().split('{{');
  if (rest.length === 0) return start;
  return start === '' ? undefined : `${start}${expression}`;
}
