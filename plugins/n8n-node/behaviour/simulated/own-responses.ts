import type { GivenResponse } from '../plan/run-input.ts';

/** What a request is answered with. */
export interface Answer {
  /** 0 where the connection breaks before there is one. */
  status: number;
  /** Names as they are sent; several values are sent one after the other. */
  headers: Readonly<Record<string, string | readonly string[]>>;
  body: string | Buffer<ArrayBuffer> | undefined;
}

/** Each header as it is sent. */
export const headerPairs = (headers: Answer['headers']): [name: string, value: string][] =>
  Object.entries(headers).flatMap(([name, values]) => [values].flat().map((value): [string, string] => [name, value]));

/** An answer of the author's own to a request. */
interface OwnAnswer extends Answer {
  /** Its place in the list. */
  index: number;
}

/** Finds the first answer that fits a request. */
export function ownResponses(given: readonly GivenResponse[]): (method: string, url: string) => OwnAnswer | undefined {
  const all = given.map((one) => ({ ...one, pattern: new URLPattern(one.url) }));
  return (method, url) => {
    const index = all.findIndex((one) => (one.method ?? method) === method && one.pattern.test(url));
    const found = all[index];
    if (!found) return undefined;
    const { status, headers, text, base64 } = found;
    return { index, status, headers, body: base64 === undefined ? text : Buffer.from(base64, 'base64') };
  };
}
