import { instanceId } from '../engine/engine.ts';
import { lacksContent } from '../simulated/stored-files.ts';
import type { TracedRequest } from '../trace/trace.ts';

type Flaw = NonNullable<TracedRequest['flaws']>[number];

const flaws: Readonly<Record<Flaw, (sent: { whole: string; headers: string; body: string }) => boolean>> = {
  instance: ({ whole }) => whole.includes(instanceId),
  boundary: ({ headers, body }) => body !== '' && withoutBoundary.test(headers),
  file: ({ body }) => lacksContent(body),
  month: ({ whole }) => monthZero.test(whole),
  basic: ({ headers }) => basicWithColon.test(headers),
  undefined: ({ headers }) => withoutToken.test(headers) || isWithoutPart(basicOf(headers)),
};

/** https://datatracker.ietf.org/doc/html/rfc2046#section-5.1.1 */
const withoutBoundary = /^content-type: *multipart\/(?!.*boundary=)/im;

/** The day on which runs take place, or one of a parameter, in a month that is counted from 0. */
const monthZero = /(?<![\w-])2026-0?0-\d{1,2}(?!\d)/;

/** Base64 has no colon: https://datatracker.ietf.org/doc/html/rfc7617#section-2 */
const basicWithColon = /^authorization: *basic [^\r\n]*:/im;

const withoutToken = /^authorization: *(?:[\w-]+ +)?undefined *$/im;
const isWithoutPart = (pair: string) => /^undefined:|:undefined$/.test(pair);

/** The user name and the password of basic authentication. */
function basicOf(headers: string): string {
  const [, encoded = ''] = /^authorization: *basic +([\w+/]+=*) *$/im.exec(headers) ?? [];
  return Buffer.from(encoded, 'base64').toString();
}

/** What is wrong with a request, whatever the API is. */
export function flawsOf(sent: Parameters<(typeof flaws)[Flaw]>[0]): Pick<TracedRequest, 'flaws'> {
  const found = Object.entries(flaws).flatMap(([flaw, has]) => (isFlaw(flaw) && has(sent) ? [flaw] : []));
  return found.length > 0 ? { flaws: found } : {};
}

const isFlaw = (name: string): name is Flaw => Object.hasOwn(flaws, name);
