import Type, { type Static } from 'typebox';
import { withoutValues } from './marks.ts';
import { Digest, Marks, Name, Secrets } from './texts.ts';
import { most } from './trace-limits.ts';

export const requestFlaws = [
  'instance',
  'twice',
  'getBody',
  'locator',
  'mapper',
  'file',
  'undefined',
  'collection',
  'group',
  'buffer',
  'promise',
] as const;
export type RequestFlaw = (typeof requestFlaws)[number];

export const TracedRequest = Type.Object({
  method: Type.String({ maxLength: 20 }),
  url: Type.String({ maxLength: most.url }),
  /** The status that the simulated API answered with; 0 where the connection broke. */
  status: Type.Integer(),
  /** `0.3`: the value of item 0 for the parameter 3, as it was given to this run. */
  marks: Marks,
  /** The same, given to an earlier run of the operation. */
  stale: Marks,
  /** Secrets of credentials that it carries. */
  secrets: Secrets,
  /** Those of them that are in the URL or the body, not in headers. */
  exposed: Type.Optional(Secrets),
  /** A header has something by which the API knows the user. */
  hasToken: Type.Optional(Type.Boolean()),
  /** That is the value of a parameter, which users enter. */
  isEntered: Type.Optional(Type.Boolean()),
  /** It is from a response, of this run or of one before. */
  isAnswered: Type.Optional(Type.Boolean()),
  /** With the credential of another user: what it has of the user before. */
  kept: Type.Optional(Type.Enum(['secret', 'address'])),
  /** Those of them that are in the URL. */
  inUrl: Type.Optional(Secrets),
  /** Secrets that are in the URL although a header has them. */
  doubled: Type.Optional(Secrets),
  /**
   * What is wrong with it, whatever the API is: it carries the ID of the n8n instance; JSON in it was made of JSON; it is a GET
   * and has a body; it has a resource locator, or a resource mapper, as a whole; it has what n8n 2 puts in place of the content
   * of a file; authentication that has no value; a collection of optional fields as a whole, or what may be a group of one as
   * n8n stores it; the bytes of a file as a list in JSON; the text of a promise.
   */
  flaws: Type.Optional(Type.Array(Type.Enum([...requestFlaws]), { maxItems: requestFlaws.length })),
  /** It has a key by which the API knows that it is the same request again: equal for equal keys. */
  idempotencyKey: Type.Optional(Digest),
  /** It has no body. */
  isEmpty: Type.Optional(Type.Boolean()),
  /** Fields of a body in JSON, a form or the query with the value of a parameter: its number, and the name of the field. */
  fields: Type.Optional(
    Type.Array(Type.Object({ parameter: Type.Integer(), key: Name }), {
      maxItems: most.marks,
    }),
  ),
  /** Of a PUT or PATCH: the fields of its body in JSON without a value: `""`, `null` or `[]`. */
  emptied: Type.Optional(Type.Array(Name, { maxItems: 200 })),
  /** Of a run with all switches on: the fields of its body that are true; off: all fields. */
  switched: Type.Optional(Type.Array(Name, { maxItems: 200 })),
  /** Of a run with all switches off: the fields of its body or query that are true. */
  stillOn: Type.Optional(Type.Array(Name, { maxItems: 200 })),
  /** The answer that was made up, as JSON: for the first request of its kind, unless it is long. */
  answer: Type.Optional(Type.String({ maxLength: most.answer })),
  /** It was answered with a page of as many entries as it asks for, of which nothing but the entries was read. */
  isFullPage: Type.Optional(Type.Boolean()),
  /** Of full pages: it was answered with entries, and nothing but they was read. */
  isList: Type.Optional(Type.Boolean()),
  /** It asked for the first page, and code can tell by its answer, or by counting, that there is another one. */
  hasNext: Type.Optional(Type.Boolean()),
  /** Of several pages: the one that it was answered with, from 1, and its entries. */
  page: Type.Optional(
    Type.Object({
      number: Type.Integer(),
      entries: Type.Integer(),
    }),
  ),
  /** Of a later poll: the field by which it asks for nothing but what is newer than the time at which it is sent. */
  sinceNow: Type.Optional(Name),
  /** Number of the code that sent it, where that is known: see `sites` of the run. */
  site: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Equal for requests that are the same, headers and body included. */
  digest: Digest,
  /** Whether it carries the address at which n8n listens for the node's webhook. */
  isRegistration: Type.Boolean(),
});
export type TracedRequest = Static<typeof TracedRequest>;

/** Where a request goes, without its query. */
export const addressOf = ({ method, url }: Pick<TracedRequest, 'method' | 'url'>): string =>
  `${method} ${withoutQuery(url)}`;

export const isFailed = ({ status }: Pick<TracedRequest, 'status'>): boolean => status >= 400 || status === 0;

/** Whether a request stores something. */
export const isWrite = ({ method }: Pick<TracedRequest, 'method'>): boolean => /^(?:POST|PUT|PATCH)$/.test(method);

/** Whether an operation changes a record, by its name. */
export const isUpdate = (operation: unknown): boolean =>
  /^(?:update|edit|modify|change|patch)/i.test(String(operation));

/**
 * Whether a request changes a record: also a mutation of GraphQL, and a POST request to the address of one. What others call an
 * update may be a message that is sent again.
 */
export const changesRecord = ({ method, url }: Pick<TracedRequest, 'method' | 'url'>, operation: unknown): boolean =>
  method === 'PATCH' || method === 'PUT' || (method === 'POST' && isUpdate(operation) && namesRecord(url));

function namesRecord(url: string): boolean {
  const path = withoutQuery(url);
  return /graphql/i.test(path) || withoutValues(path) !== path;
}

/** A URL up to its query and fragment. */
export const withoutQuery = (url: string): string => url.split(/[?#]/, 1)[0] ?? '';

/** The same without a slash at the end. */
export const endpointOf = (url: string): string => withoutQuery(url).replace(/\/$/, '');
