import type { GivenResponse } from '../plan/run-input.ts';

/** An answer of the author's own to a request. */
export interface OwnAnswer {
  /** Its place in the list. */
  index: number;
  status: number;
  response(): Response;
}

/** Statuses whose responses have no body: https://fetch.spec.whatwg.org/#null-body-status */
const withoutBody: readonly number[] = [204, 205, 304];

/** Finds the first answer that fits a request. */
export function ownResponses(given: readonly GivenResponse[]): (method: string, url: string) => OwnAnswer | undefined {
  const all = given.map((one) => ({ ...one, pattern: new URLPattern(one.url) }));
  return (method, url) => {
    const index = all.findIndex((one) => (one.method ?? method) === method && one.pattern.test(url));
    const found = all[index];
    if (!found) return undefined;
    const { status, headers, text, base64 } = found;
    const body = base64 === undefined ? text : Buffer.from(base64, 'base64');
    return {
      index,
      status,
      response: () => new Response(withoutBody.includes(status) ? null : body, { status, headers }),
    };
  };
}
