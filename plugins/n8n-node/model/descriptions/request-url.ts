import { isUnknown, shown } from '../parameters/plain.ts';

/**
 * Why the URL of a request is invalid, judged by its literal parts; undefined if it may be valid.
 * @param request as n8n combines it: `url` is relative to `baseURL`
 */
export function urlProblem({ baseURL, url }: { baseURL: unknown; url: unknown }): string | undefined {
  for (const part of [baseURL, url]) {
    if (isUnknown(part) || (part !== undefined && typeof part !== 'string')) return undefined;
  }
  const base = literalStart(baseURL);
  const path = literalStart(url);
  if (base === undefined || path === undefined) return undefined;
  const whole = base === '' ? path : base;
  if (whole === '') return 'no URL';
  return absoluteUrl.test(whole) ? undefined : `${shown(whole.replace(expression, '{{…}}'))} is not an absolute URL`;
}

const expression = '\0';
/** With a host, or an expression in its place. */
const absoluteUrl = /^https?:\/\/[^\s/]/i;

/** The literal start of a URL, with a mark where an expression starts; undefined if it starts with an expression. */
function literalStart(url: unknown): string | undefined {
  if (typeof url !== 'string') return '';
  if (!url.startsWith('=')) return url.trim();
  const [start = '', ...rest] = url.slice(1).trim().split('{{');
  if (rest.length === 0) return start;
  return start === '' ? undefined : `${start}${expression}`;
}
