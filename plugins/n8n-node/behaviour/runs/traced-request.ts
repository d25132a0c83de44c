import type { CallSites } from '../engine/call-sites.ts';
import type { SimulatedApi } from '../simulated/api.ts';
import type { SimulatedCredentials } from '../simulated/credentials.ts';
import { safeDecode } from '../simulated/request-text.ts';
import { start } from '../simulated/time.ts';
import { digestOf } from '../trace/digest.ts';
import { marksIn, parameterOf, withoutValues } from '../trace/marks.ts';
import { isWrite, type TracedRequest } from '../trace/request.ts';
import type { Run } from '../trace/run.ts';
import { most } from '../trace/trace-limits.ts';
import { askedSinceNow } from './asked-times.ts';
import { seeFields, seeJson } from './request-fields.ts';
import { flawsOf } from './request-flaws.ts';

/** A request as the simulated API got it. */
type Sent = ReturnType<SimulatedApi['take']>[number];

interface RunOfRequest {
  kind: Run['kind'];
  /** Number of the run, which its values carry. */
  number: number;
  /** Milliseconds after the time at which runs begin. */
  later: number;
  /** Address at which n8n listens. */
  webhook: string | undefined;
  credentials: SimulatedCredentials;
  sites: CallSites;
  /** The node has exchanged a secret for a token, which an answer may lack that was made up. */
  hasLoggedIn: boolean;
}

/**
 * What is kept of a request.
 * @returns it, its address and body, and all marks in it, of which it has only so many
 */
export function tracedRequest(
  { method, url, headers, body, status, answer, response: _, sender, ...pages }: Sent,
  { kind, number, later, webhook, credentials, sites, hasLoggedIn }: RunOfRequest,
): { request: TracedRequest; asked: string; marks: readonly string[] } {
  const address = safeDecode(url);
  const sent = `${address}\n${headers}\n\n${body}`;
  const asked = `${address}\n${body}`;
  const { marks, stale } = marksIn(sent, number);
  const secrets = credentials.secretsIn(sent);
  const exposed = secrets.length > 0 ? credentials.secretsIn(asked) : [];
  const kept = credentials.keptIn(url, sent);
  const flaws = flawsOf({ method, url, whole: sent, headers, body });
  const own = hasLoggedIn ? flaws.filter((flaw) => flaw !== 'undefined') : flaws;
  const inUrl = secrets.length > 0 ? credentials.secretsIn(withoutHost(address)) : [];
  const inHeaders = inUrl.length > 0 ? credentials.secretsIn(headers) : [];
  const sinceNow = later > 0 ? askedSinceNow(asked, start + later) : undefined;
  const doubled = inUrl.filter((secret) => inHeaders.includes(secret));
  const tokens = [...headers.matchAll(ofUser)].map(([token]) => token);
  const request: TracedRequest = {
    method: method.slice(0, 20),
    url: url.slice(0, most.url),
    status,
    marks: marks.slice(0, most.marks),
    stale: stale.slice(0, most.marks),
    secrets,
    ...(secrets.length > 0 && { exposed }),
    ...(kept && { kept }),
    ...(tokens.length > 0 && { hasToken: true }),
    ...(marksIn(tokens.join('\n'), number).marks.length > 0 && { isEntered: true }),
    ...(tokens.some((token) => withoutValues(token) !== token) && { isAnswered: true }),
    ...(inUrl.length > 0 && { inUrl }),
    ...(doubled.length > 0 && { doubled }),
    ...idempotencyKeyOf(headers),
    ...(body === '' && { isEmpty: true }),
    ...(own.length > 0 && { flaws: own }),
    ...pages,
    ...(sinceNow !== undefined && { sinceNow: sinceNow.slice(0, most.name) }),
    ...(withFields.has(kind) && marks.length > 0 && { fields: fieldsWithMarks(url, body, number) }),
    ...((kind === 'on' || kind === 'off') && {
      switched: fieldsOfBody(body, (value) => kind === 'off' || value === true),
    }),
    ...(kind === 'plain' && isWrite({ method }) && { emptied: fieldsOfBody(body, isEmpty) }),
    ...(kind === 'off' && { stillOn: fieldsOn(body, url) }),
    ...(answer !== undefined && kind === 'plain' && { answer }),
    ...sites.siteOf(sender),
    digest: digestOf(`${method} ${sent}`),
    isRegistration: webhook !== undefined && isIn(webhook, sent),
  };
  return { request, asked, marks };
}

/**
 * Of a key with the time in it, nothing is known: only simulated time stands still.
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header
 */
function idempotencyKeyOf(headers: string): Pick<TracedRequest, 'idempotencyKey'> {
  const [, key] = /^(?:x-)?idempotency-?key: *(\S[^\r\n]*)/im.exec(headers) ?? [];
  return key === undefined || timeOfRun.test(key) ? {} : { idempotencyKey: digestOf(key) };
}

/** The day of all runs, as a date or in seconds or milliseconds, these also as they are shortened. */
const timeOfRun = new RegExp(
  [
    new Date(start).toISOString().slice(0, 10),
    `${String(start).slice(0, 5)}\\d{5}`,
    ...[16, 36].map((radix) => start.toString(radix).slice(0, 5)),
  ].join('|'),
  'i',
);

/** An address without its host, which is a part of a key where that names a region. */
const withoutHost = (address: string) => address.replace(/^([a-z]{1,9}:\/\/(?:[^/?#@]{0,500}@)?)[^/?#@]{1,300}/i, '$1');

/** Headers by which an API knows the user, with a value. */
const ofUser = /^(?:authorization|cookie|x-[\w-]*(?:token|session|key|auth|signature|hmac)[\w-]*): *\S.*/gim;

/** Runs of which fields are looked at. */
const withFields: ReadonlySet<Run['kind']> = new Set(['plain', 'fields']);

/** The fields of a query, of a form, or at any depth of a body in JSON, that have the value of one parameter. */
function fieldsWithMarks(url: string, body: string, number: number): NonNullable<TracedRequest['fields']> {
  const found: NonNullable<TracedRequest['fields']> = [];
  const see = (key: string, value: unknown) => {
    const [mark, ...others] =
      typeof value === 'object' ? marksOfList(value, number) : marksIn(String(value), number).marks;
    if (mark !== undefined && others.length === 0 && found.length < most.marks && !/^\d*$/.test(key))
      found.push({ parameter: parameterOf(mark), key: key.slice(0, most.name) });
  };
  for (const [key, value] of URL.parse(url)?.searchParams ?? []) see(key, value);
  seeFields(body, see);
  return found;
}

/** Names of the fields of a body in JSON, at any depth. @param isOf tells which values count */
function fieldsOfBody(body: string, isOf: (value: unknown) => boolean): string[] {
  const found = new Set<string>();
  const isJson = seeJson(body, (key, value) => {
    if (key !== '' && isOf(value) && found.size < 200) found.add(key.slice(0, most.name));
  });
  return isJson ? [...found] : [];
}

const isEmpty = (value: unknown) => value === '' || value === null || (Array.isArray(value) && value.length === 0);

/** Names of the fields of a body or a query that are true, wherever they are. */
function fieldsOn(body: string, url: string): string[] {
  const query = [...(URL.parse(url)?.searchParams ?? [])].flatMap(([key, value]) => (value === 'true' ? [key] : []));
  const off = new Set(fieldsOfBody(body, (value) => value === false));
  const on = [...fieldsOfBody(body, (value) => value === true), ...query.map((key) => key.slice(0, most.name))];
  return on.filter((key) => !off.has(key)).slice(0, 200);
}

/** The marks of a list of texts. */
const marksOfList = (value: unknown, number: number): string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? marksIn(value.join(' '), number).marks : [];

/** Whether a text has an address, as it is, in JSON or in a form. */
const isIn = (address: string, text: string) =>
  text.includes(address) || text.replaceAll('\\/', '/').includes(address) || text.includes(encodeURIComponent(address));
