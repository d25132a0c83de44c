import { AsyncLocalStorage } from 'node:async_hooks';
import tls from 'node:tls';
import { BatchInterceptor } from '@mswjs/interceptors';
import { ClientRequestInterceptor } from '@mswjs/interceptors/ClientRequest';
import { FetchInterceptor } from '@mswjs/interceptors/fetch';
import type { GivenResponse } from '../plan/run-input.ts';
import { echoOf, secretsIn, withoutValues } from '../trace/marks.ts';
import { withoutQuery } from '../trace/request.ts';
import { most } from '../trace/trace-limits.ts';
import { answerOf, entriesIn, filesHost, holdsOnlyList, isFullPage, leafOf, withSent } from './answers.ts';
import { type AxiosTransport, axiosTransport, type ReceivedRequest } from './axios-transport.ts';
import { bytesOf } from './bytes.ts';
import { atUsualHost } from './credentials.ts';
import { answerFetch } from './fetch-answers.ts';
import { queryShape } from './graphql.ts';
import { type Answer, headerPairs, ownResponses } from './own-responses.ts';
import { namedPage, type Page, pages, readsPage, recordedField } from './page-fields.ts';
import {
  holdsList,
  initialShape,
  isRecordedList,
  type KnownValues,
  newShape,
  recorder,
  type Shape,
} from './recorder.ts';
import { pageAfter, pageSizeOf, pageStart, procedureIn, safeDecode } from './request-text.ts';
import type { SimulatedTime } from './time.ts';

/** A request as it left the process. */
interface SentRequest {
  method: string;
  url: string;
  /** In one text; what is base64 for authentication is decoded too. */
  headers: string;
  body: string;
  status: number;
  /** It was answered with as many entries as it asks for, of which nothing but the entries is known to be read. */
  isFullPage?: boolean;
  /** Of full pages: it was answered with entries, of which nothing but they is known to be read. */
  isList?: boolean;
  /** It asked for the first page, and code can tell by its answer, or by counting, that there is another one. */
  hasNext?: boolean;
  /** Of several pages: the one that it was answered with, from 1, and its entries. */
  page?: { number: number; entries: number };
  /** What it was answered, as JSON without values of the request, where that was made up and tells something new. */
  answer?: string;
  /** What it was answered, as it was sent, where that was made up. */
  response?: string;
  /** Its stack is that of the code that sent it, where that is known. */
  sender?: Error;
}

/** How requests are answered. */
export interface Answering {
  /** `record`: with something that writes down what is read of it. */
  mode: 'record' | 'answer';
  /** Whether a request fails with 500. */
  fails(sent: string): boolean;
  /** Answers by kind of request; the one for all where it has none of its own. */
  shapes: Map<string, Shape>;
  usual: Shape;
  /** Status of those that fail; 500 unless given, 0 where the connection breaks. */
  status?: number;
  /** Lists have no entries. */
  isEmpty?: boolean;
  /** What fields of answers are known to hold. */
  known?: KnownValues;
  /** Requests that are answered, all in the same way, in place of those of the usual limits. */
  mostRequests?: number;
}

export interface SimulatedApi {
  /** Where axios sends requests without a connection; undefined if answers of the author's own may lead elsewhere. */
  transport: AxiosTransport | undefined;
  /** Requests since the last call. */
  take(): SentRequest[];
  /** How many they are. */
  count(): number;
  answer(how: Answering): void;
  /** Starts the work of a run. What it sends after the next `answer` is not answered: it belongs to a run that is over. */
  within<T>(work: () => T): T;
  /** Begins with another operation. */
  begin(): void;
  /** Indexes of the author's own answers that were given since then. */
  given(): number[];
  /** Resolves when a run asks too often. */
  tooMany(): Promise<'requests'>;
  /** Whether it has done so. */
  isOverrun(): boolean;
}

/** Requests of one run; after the first limit lists are empty, after the second everything fails. */
const limits = { empty: most.full, failing: 150, all: 200 };
/** Characters of a body that are looked at. */
const longest = 200_000;
const recorded = '{"service-recorded-answer":';

/** Knows who sends. */
interface Sites {
  readonly sender: Error | undefined;
  sending<T>(send: () => T): T;
}

/**
 * Answers every HTTP request of this thread, whatever sends it.
 * @param time told of each request and of its answer
 * @param given the author's own answers
 */
export function simulateApi(
  time: Pick<SimulatedTime, 'sent' | 'answered'>,
  given: readonly GivenResponse[] = [],
  sites: Sites = { sender: undefined, sending: (send) => send() },
): SimulatedApi {
  const own = ownResponses(given);
  const runs = new AsyncLocalStorage<Answering>();
  const used = new Set<number>();
  let drafted = new Set<string>();
  let sent: SentRequest[] = [];
  let how: Answering = { mode: 'answer', fails: () => false, shapes: new Map(), usual: newShape() };
  /** Requests for the pages of each answer, the first one first. */
  let asked = new Map<string, string[]>();
  /** Fields that were sent in this run, by address. */
  const written = new Map<string, object>();
  let alarm = Promise.withResolvers<'requests'>();
  const recordings: {
    shape: Shape;
    known: KnownValues;
    hasEntries: boolean;
    page: Page | undefined;
    size: number | undefined;
  }[] = [];
  const { parse, stringify } = JSON;
  JSON.parse = (text: string, ...rest: [reviver?: Parameters<typeof parse>[1]]) => {
    if (typeof text === 'string' && text.startsWith(recorded)) {
      const made = recordings[Number.parseInt(text.slice(recorded.length), 10)];
      if (made)
        return recorder(made.shape, {
          ...made.known,
          hasEntries: made.hasEntries,
          size: made.size,
          pageField: made.page && recordedField(made.page),
          leafOf: (key) =>
            leafOf(key, undefined, {
              echo: '',
              entry: 1,
              ...(made.known.status !== undefined && { status: made.known.status }),
              ...(made.known.hasNumbers && { hasNumbers: true }),
              // A token goes with all further requests.
              ...(!/token$/i.test(key) && { soughtValue: made.known.soughtValues?.[0] }),
            }),
        });
    }
    return parse(text, ...rest);
  };
  const { isArray } = Array;
  Array.isArray = (value): value is unknown[] =>
    isArray(value) || (how.mode === 'record' && !how.known?.hasNoLists && isRecordedList(value));

  const answerTo = async ({
    method,
    url: sentTo,
    headers: given,
    body: sentBody,
  }: ReceivedRequest): Promise<Answer> => {
    const url = atUsualHost(sentTo);
    if ((runs.getStore() ?? how) !== how) return new Promise(() => {});
    time.sent();
    const { sender } = sites;
    const body = Buffer.from(await sentBody)
      .toString()
      .slice(0, longest);
    const headers = given.map(([name, value]) => `${name}: ${value}\n${decoded(value)}`).join('\n');
    const rest = `${headers}\n\n${body}`;
    const query = queryOf(body);
    const kind = kindOf(method, url) + calledIn(body, query);
    const number = sent.length + 1;
    const mostRequests = how.mostRequests ?? limits.all;
    const fails = number > (how.mostRequests ?? limits.failing) || how.fails(`${url}\n${rest}`);
    const ownAnswer = fails ? undefined : own(method, url);
    const status = fails ? (how.status ?? 500) : (ownAnswer?.status ?? 200);
    const noted: SentRequest = {
      ...{ method, url: sentTo, headers, body, status },
      ...(sender && { sender }),
    };
    if (number <= mostRequests + 1) sent.push(noted);
    if (number > mostRequests) {
      alarm.resolve('requests');
      // Who goes on asking waits for ever, and is in nobody's way.
      await new Promise(() => {});
    }
    if (fails) return status === 0 ? noAnswer : failure(status);
    if (ownAnswer) {
      used.add(ownAnswer.index);
      return ownAnswer;
    }
    const known = knownFor(kind, how.known);
    const granted = grantedAt(url);
    if (granted !== undefined) return { status: 302, headers: { location: granted }, body: '' };
    const echo = echoOf(`${safeDecode(url)}\n${rest}`);
    const isFile = method === 'GET' && (known.isFile || (known.isLinkedFile && url.startsWith(filesHost)));
    if (known.isBytes && (isFile || isWhole(how.shapes.get(kind)))) return file(bytesOf(echo));
    if (isFile) return file(`file ${echo}`);
    // The next page is asked for in another way.
    const page = `${url}\n${body}`;
    const before = asked.get(`${kind}\n${echo}`) ?? [];
    const hasMore = known.hasMore === true;
    const named = hasMore ? namedPage(`${safeDecode(url)}\n${rest}`) : undefined;
    const numbered = hasMore ? pageAfter(before[0] ?? page, page) : undefined;
    const at = named === undefined ? (numbered ?? [...before, page].indexOf(page)) : named - 1;
    if (!before.includes(page)) asked.set(`${kind}\n${echo}`, [...before, page]);
    const count = hasMore && how.mode !== 'record' ? pages : 1;
    const hasEntries = number <= limits.empty && at < count;
    const isWrite = method !== 'GET';
    // What has one address for all items may be of another one.
    const place = echoOf(safeDecode(url)) === '' ? undefined : withoutQuery(url);
    if (isWrite && place !== undefined)
      written.set(place, { ...written.get(place), ...withoutSecrets(fieldsOf(body)) });
    const isStored = known.isStored === true;
    const askedSize = known.isFull ? pageSizeOf(url, body) : undefined;
    if (how.mode === 'record' && !(isStored && isWrite)) {
      const learned = isStored && isWrite ? newShape() : how.shapes.get(kind);
      const shape = learned ?? (query === undefined ? initialShape(known) : queryShape(query));
      how.shapes.set(kind, shape);
      const isFollowed = hasMore && before.length === 0;
      recordings.push({
        shape,
        known,
        hasEntries,
        size: askedSize,
        page: isFollowed ? { number: 1, isLast: false, url, lastEntries: 2 } : undefined,
      });
      return json(`${recorded}${recordings.length - 1}}`, 200, known.headers);
    }
    const learned = isStored && isWrite ? newShape() : how.shapes.get(kind);
    const shape = learned ?? (query === undefined ? how.usual : queryShape(query));
    const isFirst = !how.isEmpty && hasEntries;
    if (!drafted.has(kind)) {
      drafted.add(kind);
      const draft = stringify(answerOf(shape, '', { isFirst: true, ...known })) ?? '';
      if (draft.length <= most.answer) noted.answer = draft;
    }
    const inMilliseconds = /\b17\d{11}\b/.test(`${safeDecode(url)}\n${body}`);
    const size = askedSize === undefined ? undefined : askedSize + (known.isLonger ? 1 : 0);
    const lastEntries = size === undefined ? 2 : Math.ceil(size / 2);
    const paged = hasMore ? { number: at + 1, isLast: !hasEntries || at + 1 === pages, url, lastEntries } : undefined;
    const made = answerOf(shape, echo, { isFirst, inMilliseconds, ...known, ...(size && { size }), page: paged });
    const isFollowed = paged?.number === 1 && !paged.isLast;
    if (paged) noted.page = { number: paged.number, entries: entriesIn(made) };
    const isRead = learned !== undefined && (readsPage(learned) || pageStart.test(url));
    // What is handed on as a whole may have entries.
    const mayHaveEntries = learned !== undefined && readsPage(learned) && !holdsList(learned);
    if (isFollowed && isRead && (noted.page?.entries || mayHaveEntries)) noted.hasNext = true;
    const isList = learned !== undefined && entriesIn(made) > 0 && holdsOnlyList(shape, known.hasLists);
    if (known.isFull && isList) noted.isList = true;
    if (size && isList && isFullPage(made, size)) noted.isFullPage = true;
    const isObject = typeof made === 'object' && made !== null && !isArray(made);
    const stored = isStored && isObject ? { ...made, ...written.get(place ?? '') } : made;
    noted.response = JSON.stringify(known.isRepeated ? withSent(stored, withoutSecrets(fieldsOf(body))) : stored);
    return json(noted.response, 200, known.headers);
  };

  // No connection is made. Each would read the certificates of the system: a fifth of the time of a request.
  const context = tls.createSecureContext();
  tls.createSecureContext = () => context;
  const interceptor = new BatchInterceptor({
    name: 'simulated-api',
    interceptors: [new ClientRequestInterceptor(), new FetchInterceptor()],
  });
  interceptor.apply();
  interceptor.on('request', async ({ request, controller }) => {
    const { method, url, headers } = request;
    const body = request
      .clone()
      .bytes()
      .catch(() => new Uint8Array());
    controller.respondWith(responseOf(await answerTo({ method, url, headers: [...headers], body })));
  });
  interceptor.on('response', () => time.answered());
  const mayLeave = given.length > 0;
  if (!mayLeave)
    answerFetch(
      async (request) => responseOf(await answerTo(request), request.method),
      (send) => sites.sending(send),
      () => time.answered(),
    );

  return {
    transport: mayLeave ? undefined : axiosTransport(answerTo, () => time.answered()),
    take() {
      const taken = sent;
      sent = [];
      return taken;
    },
    count: () => sent.length,
    answer(next) {
      how = next;
      sent = [];
      asked = new Map();
      written.clear();
      drafted = new Set();
      alarm = Promise.withResolvers();
    },
    within: (work) => runs.run(how, work),
    begin() {
      used.clear();
      recordings.length = 0;
    },
    given: () => [...used],
    tooMany: () => alarm.promise,
    isOverrun: () => sent.length > (how.mostRequests ?? limits.all),
  };
}

/** Where a request for an authorization code is sent on to: https://datatracker.ietf.org/doc/html/rfc6749#section-4.1.2 */
function grantedAt(url: string): string | undefined {
  const { searchParams, origin } = new URL(url);
  if (searchParams.get('response_type') !== 'code') return undefined;
  const wanted = searchParams.get('redirect_uri') ?? '';
  const target = new URL(URL.canParse(wanted) ? wanted : origin);
  target.searchParams.set('code', 'v1');
  const state = searchParams.get('state');
  if (state !== null) target.searchParams.set('state', state);
  return target.href;
}

/** The error that every failing request is answered with. */
export const failureText = 'simulated failure of the server';

const json = (body: string, status = 200, more: KnownValues['headers'] = new Map()): Answer => ({
  status,
  headers: { ...Object.fromEntries(more), 'content-type': 'application/json; charset=utf-8' },
  body,
});

/** The type of every simulated file: it says nothing of the content. */
export const anyFile = 'application/octet-stream';

const file = (body: Answer['body']): Answer => ({
  status: 200,
  headers: { 'content-type': anyFile, 'content-disposition': 'attachment; filename="file.bin"' },
  body,
});

/** Whether an answer was handed on as a whole, or as a text: no fields of it were read. */
const isWhole = (shape: Shape | undefined) =>
  shape !== undefined && (shape.kind ?? 'text') === 'text' && shape.fields.size === 0 && !shape.element;

/** Statuses whose responses have no body: https://fetch.spec.whatwg.org/#null-body-status */
const withoutBody: readonly number[] = [204, 205, 304];
const responseOf = ({ status, headers, body }: Answer, method?: string) =>
  status === 0
    ? Response.error()
    : new Response(withoutBody.includes(status) || method === 'HEAD' ? null : body, {
        status,
        headers: headerPairs(headers),
      });

/** Of a connection that breaks before there is a response. */
const noAnswer: Answer = { status: 0, headers: {}, body: '' };

/** As APIs say it, in all their ways: nodes look for one or another. */
const failure = (status: number) => {
  const error = { message: failureText, code: 'internal_error' };
  const said = { success: false, ok: false, status: 'error', statusCode: status, message: failureText };
  return json(JSON.stringify({ ...said, error, errors: [error] }), status);
};

/** Requests that one answer fits: the method, and the address without values and what follows `?`. */
function kindOf(method: string, url: string): string {
  const { host, pathname } = new URL(url);
  return `${method} ${withoutValues(host + safeDecode(pathname))}`;
}

/** What is known of the answers to a kind of request. */
const knownFor = (kind: string, { at, ...known }: KnownValues = {}): KnownValues =>
  at?.kind === kind ? { ...known, ...at.known } : known;

/** What a request asks for in GraphQL. */
function queryOf(body: string): string | undefined {
  if (!/^\s*\{.*"query"/s.test(body)) return undefined;
  const query: unknown = Reflect.get(fieldsOf(body), 'query');
  return typeof query === 'string' && /^\s*(query|mutation|fragment|\{|#)/.test(query) ? query : undefined;
}

/** What it calls in GraphQL or JSON-RPC, on which it depends what the answer is. Numbers are those of pages and limits. */
function calledIn(body: string, query: string | undefined): string {
  if (query !== undefined) return ` ${withoutValues(query).replace(/\d+/g, '#')}`;
  const procedure = body.includes('"jsonrpc"') ? procedureIn(fieldsOf(body)) : undefined;
  return procedure === undefined ? '' : ` ${procedure}`;
}

const withoutSecrets = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => secretsIn(JSON.stringify(value)).length === 0));

/** The fields of a body that is an object in JSON. */
function fieldsOf(body: string): object {
  try {
    return /^\s*\{/.test(body) ? Object(JSON.parse(body)) : {};
  } catch {
    return {};
  }
}

/** What stands in `Basic …`, and in other values that may be base64. */
function decoded(value: string): string {
  return /^[\w-]+ [\w+/=]{8,}$|^[\w+/]{12,}={0,2}$/.test(value)
    ? Buffer.from(value.replace(/^[\w-]+ /, ''), 'base64').toString('latin1')
    : '';
}
