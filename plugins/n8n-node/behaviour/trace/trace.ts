import Type, { type Static } from 'typebox';
import { most } from './trace-limits.ts';

const Text = Type.String({ maxLength: most.stack });
/** `acmeApi.apiKey` */
const Secrets = Type.Array(Type.String({ maxLength: most.name }), { maxItems: most.marks });
const Digest = Type.String({ maxLength: 30 });
const Marks = Type.Array(Type.String({ maxLength: 20 }), { maxItems: most.marks });

/** Of a parameter that users select. */
const Value = Type.Union([Type.String({ maxLength: most.name }), Type.Number(), Type.Boolean()]);

/** An error that ended a run, or that n8n threw at the node. */
export const Thrown = Type.Object({
  name: Text,
  message: Text,
  description: Type.Optional(Text),
  /** Paths in it are relative to the package. */
  stack: Text,
});
export type Thrown = Static<typeof Thrown>;

export const requestFlaws = [
  'instance',
  'boundary',
  'form',
  'twice',
  'getBody',
  'locator',
  'mapper',
  'file',
  'month',
  'basic',
  'undefined',
  'decoded',
  'decodedFile',
  'base64',
  'collection',
  'group',
] as const;
export type RequestFlaw = (typeof requestFlaws)[number];

export const TracedRequest = Type.Object({
  method: Type.String({ maxLength: 20 }),
  url: Type.String({ maxLength: most.url }),
  /** The status that the simulated API answered with. */
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
  /** Those of them that are in the URL. */
  inUrl: Type.Optional(Secrets),
  /** Secrets that are in the URL although a header has them. */
  doubled: Type.Optional(Secrets),
  /**
   * What is wrong with it, whatever the API is: it carries the ID of the n8n instance; its header does not say what is
   * between the parts of its body; its header says JSON, and its body is a form; JSON in it was made of JSON; it is a GET and
   * has a body; it has a resource locator as a whole; it has
   * what n8n 2 puts in place of the content of a file; a date in month 0; basic authentication that is not encoded, or that has
   * no value; a file that was decoded as text, or one that its type says to be no text; the base64 text of a file as a file; a
   * collection of optional fields as a whole, or what may be a group of one as n8n stores it.
   */
  flaws: Type.Optional(Type.Array(Type.Enum([...requestFlaws]), { maxItems: requestFlaws.length })),
  /** Milliseconds after which it is given up. */
  timeout: Type.Optional(Type.Number()),
  /** It has the file of an item that is no text, as it is. */
  hasFile: Type.Optional(Type.Boolean()),
  /** It has a key by which the API knows that it is the same request again: equal for equal keys. */
  idempotencyKey: Type.Optional(Digest),
  /** What its body in JSON names as what is to be done: `"action": "resolve"`. */
  action: Type.Optional(Type.String({ maxLength: most.name })),
  /** Digest of a body that names an action, without the values of parameters. */
  actedOn: Type.Optional(Digest),
  /** It has no body. */
  isEmpty: Type.Optional(Type.Boolean()),
  /** Fields of a body in JSON, a form or the query with the value of a parameter: its number, and the name of the field. */
  fields: Type.Optional(
    Type.Array(Type.Object({ parameter: Type.Integer(), key: Type.String({ maxLength: most.name }) }), {
      maxItems: most.marks,
    }),
  ),
  /** Of a PUT or PATCH: the fields of its body in JSON without a value: `""`, `null` or `[]`. */
  emptied: Type.Optional(Type.Array(Type.String({ maxLength: most.name }), { maxItems: 200 })),
  /** Of a run with all switches on: the fields of its body that are true; off: all fields. */
  switched: Type.Optional(Type.Array(Type.String({ maxLength: most.name }), { maxItems: 200 })),
  /** Of a run with all switches off: the fields of its body or query that are true. */
  stillOn: Type.Optional(Type.Array(Type.String({ maxLength: most.name }), { maxItems: 200 })),
  /** The answer that was made up, as JSON: for the first request of its kind, unless it is long. */
  answer: Type.Optional(Type.String({ maxLength: most.answer })),
  /** It was answered with a page of as many entries as it asks for, of which nothing but the entries was read. */
  isFullPage: Type.Optional(Type.Boolean()),
  /** Of full pages: it was answered with entries, and nothing but they was read. */
  isList: Type.Optional(Type.Boolean()),
  /** It asked for the first page, and code can tell by its answer, or by counting, that there is another one. */
  hasNext: Type.Optional(Type.Boolean()),
  /** Of several pages: the one that it was answered with, from 1, and its entries. */
  page: Type.Optional(Type.Object({ number: Type.Integer(), entries: Type.Integer() })),
  /** Of a later poll: the field by which it asks for nothing but what is newer than the time at which it is sent. */
  sinceNow: Type.Optional(Type.String({ maxLength: most.name })),
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
  `${method} ${url.split('?')[0]}`;

export const isFailed = ({ status }: Pick<TracedRequest, 'status'>): boolean => status >= 400;

/** Whether a request stores something. */
export const isWrite = ({ method }: Pick<TracedRequest, 'method'>): boolean => /^(?:POST|PUT|PATCH)$/.test(method);

export const TracedOutput = Type.Object({
  /** Whether it is an object with `json`, as n8n demands. */
  isItem: Type.Boolean(),
  /** Its `json` is a list. */
  isList: Type.Optional(Type.Literal(true)),
  /** The items whose values it holds, directly or in what the API answered to them. */
  items: Type.Array(Type.Integer(), { maxItems: 10 }),
  /** The input items that it says to come from; absent where it says nothing. */
  paired: Type.Optional(Type.Array(Type.Integer(), { maxItems: 10 })),
  /** Whether it is a whole HTTP response, with its headers. */
  isResponse: Type.Optional(Type.Literal(true)),
  /** Whether it tells of a failure. */
  failure: Type.Boolean(),
  /** Whether it has a field for an error, as nodes add one with "Continue on fail". */
  isError: Type.Optional(Type.Literal(true)),
  /** The error that it holds in place of a result. */
  error: Type.Optional(Text),
  secrets: Secrets,
  /** Its files: their media types, and whether they hold bytes of the API after these were decoded as text, or no content. */
  files: Type.Optional(
    Type.Array(
      Type.Object({
        type: Type.String({ maxLength: most.name }),
        isDecoded: Type.Boolean(),
        lacksContent: Type.Optional(Type.Boolean()),
      }),
      { maxItems: 5 },
    ),
  ),
  /** Equal for outputs with the same `json`. */
  digest: Digest,
});
export type TracedOutput = Static<typeof TracedOutput>;

/** `checkExists` before `create` and after it, and after `delete`, in the order in which they are called. */
export const webhookSteps = ['exists', 'create', 'created', 'delete', 'deleted'] as const;

/** The method of a webhook that a step calls. */
export const webhookMethodOf = (step: Run['kind']): 'create' | 'delete' | 'checkExists' =>
  step === 'create' || step === 'delete' ? step : 'checkExists';

const runKinds = [
  'record',
  'plain',
  // Without optional fields, where they turned out to be needed.
  'bare',
  // With all optional fields, and all of them that are true or false as the one or the other.
  'on',
  'off',
  // With all optional fields, which the second item has no values for.
  'fields',
  'again',
  'single',
  'failing',
  // With an API that rejects the credential.
  'denied',
  'tolerant',
  'pages',
  // With answers that are no text.
  'bytes',
  // With a file that is no text.
  'upload',
  // With nothing there for a poll.
  'empty',
  // With an API that answers the first kind of request only.
  'later',
  ...webhookSteps,
  // `checkExists` after `create`, where the API does not know the webhook any more.
  'gone',
  // A request to a webhook with a signature that is wrong.
  'forged',
  // A request to a webhook that leaves it without a response: it has another event or another way of authentication.
  'unanswered',
  // `checkExists` before `create`, where the API has webhooks of others.
  'others',
  // With other values of the secrets.
  'otherSecret',
] as const;

/** One run of an operation. All of it was said beside code of the project: believe none of it. */
export const Run = Type.Object({
  kind: Type.Enum([...runKinds]),
  /** Its answers could be read in any way: those that a record is made of. */
  isRecorded: Type.Optional(Type.Boolean()),
  /** What a method gave back where that decides: `true`, `false`, `OK`. */
  returned: Type.Optional(Type.String({ maxLength: 30 })),
  /** Input items. */
  items: Type.Integer(),
  /** Pages have as many entries as were asked for. */
  isFull: Type.Optional(Type.Boolean()),
  /** Names of its parameters by number, where they are others than those of the trace. */
  marked: Type.Optional(Type.Array(Text, { maxItems: 500 })),
  thrown: Type.Optional(Thrown),
  /** It was given up: time, or requests. */
  given: Type.Optional(Type.Enum(['time', 'requests'])),
  requests: Type.Array(TracedRequest, { maxItems: most.requests + 1 }),
  /** It read a field of its own of the data of every item. */
  readsAll: Type.Optional(Type.Boolean()),
  /** Stacks of code of the package, the innermost frame first. */
  sites: Type.Optional(Type.Array(Text, { maxItems: most.sites })),
  /** The parameters that it read, and the number of the code that did so first. */
  reads: Type.Optional(
    Type.Array(Type.Object({ name: Type.String({ maxLength: most.name }), site: Type.Integer({ minimum: 0 }) }), {
      maxItems: most.sites,
    }),
  ),
  /** Of `create`: n8n keeps something for the node. */
  isStored: Type.Optional(Type.Boolean()),
  /** Of `create`: it read the address of the webhook. */
  hasReadAddress: Type.Optional(Type.Boolean()),
  /** Of a webhook: the status that it answered with. */
  status: Type.Optional(Type.Integer()),
  /** Of a webhook: it left the response to itself, and sent none. */
  isUnanswered: Type.Optional(Type.Boolean()),
  /** Of a webhook: it said that the request is not authentic. */
  isRejected: Type.Optional(Type.Boolean()),
  /** Of a webhook: what it asked for to know that a request is authentic, and what this one has with a wrong value. */
  missing: Type.Optional(Type.Array(Type.String({ maxLength: most.name }), { maxItems: 5 })),
  /** By output of the node; absent when it threw. */
  outputs: Type.Optional(Type.Array(Type.Array(TracedOutput, { maxItems: most.outputs }), { maxItems: 20 })),
  /** Outputs, where they are more than were looked at. */
  count: Type.Integer(),
  /** What it gave back is no list of lists. */
  shapeless: Type.Optional(Text),
  /** Items are where lists of items belong. */
  isFlat: Type.Optional(Type.Boolean()),
  /** Asked for in vain: a parameter or a credential, and where. */
  refused: Type.Array(
    Type.Object({ kind: Type.Enum(['parameter', 'credential']), name: Text, message: Text, stack: Text }),
    { maxItems: 5 },
  ),
  /** Of a run that ended before any request: fields that it read of credentials without such a field, and where. */
  lacks: Type.Optional(
    Type.Array(Type.Object({ credential: Text, field: Type.String({ maxLength: most.name }), stack: Text }), {
      maxItems: 10,
    }),
  ),
  /** Of a run that ended before any request: it gave n8n a URL without a host. */
  isHostless: Type.Optional(Type.Boolean()),
  /** It calls JSON.parse with an object, whatever it is answered. */
  parsesObject: Type.Optional(Type.Boolean()),
  /** Resource locators that were turned into a text or a number. */
  converted: Type.Optional(Type.Array(Type.String({ maxLength: most.name }), { maxItems: 5 })),
  /** Values that were in the body of a GET request, which n8n removes, and in no request that was sent. */
  lostInGet: Type.Optional(Marks),
  /** Names of the fields of such a body that are in no query either. */
  fieldsLostInGet: Type.Optional(Type.Array(Type.String({ maxLength: most.name }), { maxItems: 20 })),
  /** The first request with values of items that it sent after it had ended: it did not wait for it. */
  left: Type.Optional(
    Type.Object({ method: Type.String({ maxLength: 20 }), url: Type.String({ maxLength: most.url }) }),
  ),
  /** It asked for the headers of a response, which may tell of another page. */
  readsHeaders: Type.Optional(Type.Boolean()),
  /** Of a trigger: it sent requests after it was stopped, beside those of one round. */
  goesOn: Type.Optional(Type.Boolean()),
  /** It put the execution to wait. */
  waits: Type.Optional(Type.Boolean()),
  /** Credentials whose `preAuthentication` n8n does not call, or whose token it does not keep, and why. */
  tokensLost: Type.Optional(Type.Array(Type.Object({ credential: Text, field: Type.Optional(Text) }), { maxItems: 5 })),
  /** Credentials whose `authenticate` drops headers or fields of the query, and which. */
  partsLost: Type.Optional(
    Type.Array(
      Type.Object({
        credential: Text,
        part: Type.Enum(['headers', 'qs']),
        names: Type.Array(Type.String({ maxLength: most.name }), { maxItems: 5 }),
      }),
      { maxItems: 5 },
    ),
  ),
  /** Switches that were off and on by default, and that requests have as true under their own names. */
  keptOn: Type.Optional(Type.Array(Type.String({ maxLength: most.name }), { maxItems: 20 })),
  /** Credentials that the node asked for or authenticated with. */
  credentials: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 20 }),
  /** Items of the input that are not as they were, and the first field that they got. */
  changed: Type.Array(Type.Object({ item: Type.Integer(), field: Type.Optional(Text) }), { maxItems: 10 }),
  /** Secrets in the error that ended it. */
  secrets: Secrets,
  /** Secrets that it wrote to the log. */
  logged: Type.Optional(Secrets),
});
export type Run = Static<typeof Run>;

const traced = {
  index: Type.Integer({ minimum: 0 }),
  /** Names of the parameters that were given values to be recognised, by number. */
  marked: Type.Array(Text, { maxItems: 500 }),
  /** Credentials that n8n would show for it. */
  shown: Type.Array(Type.Object({ name: Text, required: Type.Boolean() }), { maxItems: 20 }),
  runs: Type.Array(Run, { maxItems: 20 }),
  /** Parameters that n8n shows, and that were read in no run that came to its end. */
  unread: Type.Optional(Type.Array(Type.String({ maxLength: most.name }), { maxItems: 100 })),
  /** Those of them that nothing can use: the node has no code, and its description does not name them. */
  useless: Type.Optional(Type.Array(Type.String({ maxLength: most.name }), { maxItems: 100 })),
  /** Names that it read, and that no parameter of the node has. */
  unknown: Type.Optional(Type.Array(Type.String({ maxLength: most.name }), { maxItems: 100 })),
  /** It sent no request, and read none of its parameters. */
  isIdle: Type.Optional(Type.Boolean()),
  /** Optional parameters of which no text got into a request or the output, with the names of these texts. */
  unsent: Type.Optional(
    Type.Array(Type.Object({ name: Text, texts: Type.Array(Text, { maxItems: 100 }) }), { maxItems: 100 }),
  ),
  /** Fields of collections whose names are in no request and no output, with all of them filled in. */
  unseen: Type.Optional(Type.Array(Type.String({ maxLength: most.name }), { maxItems: 100 })),
  /** The first page of a list that has more, where it asks for that again and never for another one. */
  repeatedPage: Type.Optional(Type.String({ maxLength: most.url })),
  /** What it requests after the last page, where it repeats its requests from there on. */
  endlessPage: Type.Optional(Type.String({ maxLength: most.url })),
  /** Parameters in place of whose values it sends the current ones, which it gets before. */
  overwritten: Type.Optional(Type.Array(Type.String({ maxLength: most.name }), { maxItems: 20 })),
  /** Of several pages with entries, where it is to get all: those that it requests, or of which it outputs the entries. */
  missedPage: Type.Optional(
    Type.Object({
      requested: Type.Integer(),
      entries: Type.Integer(),
      output: Type.Integer(),
      /** The entry with which a page begins that leaves out others. */
      from: Type.Optional(Type.Integer()),
    }),
  ),
  /** Parameters that it sends, but not where it is to get all pages; or for the first one of them only. */
  unfiltered: Type.Optional(
    Type.Object({
      names: Type.Array(Type.String({ maxLength: most.name }), { maxItems: 20 }),
      isLater: Type.Boolean(),
    }),
  ),
  /** Number parameters of which 0 is sent as another value. */
  zeroReplaced: Type.Optional(
    Type.Array(Type.Object({ name: Type.String({ maxLength: most.name }), value: Type.Number() }), { maxItems: 10 }),
  ),
  /**
   * Parameters whose values are put into the query of a URL, a form, JSON or GraphQL without being escaped, or are encoded
   * twice in a query.
   */
  unescaped: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String({ maxLength: most.name }),
        how: Type.Enum(['query', 'twice', 'form', 'json', 'graphql']),
      }),
      { maxItems: 100 },
    ),
  ),
  /** Of a poll: it stores nothing and emits nothing, except where a user tests it. */
  isAlwaysFirst: Type.Optional(Type.Boolean()),
  /** Of a poll: it emits something again whichever entry of a response is the newest one. */
  repeatsOld: Type.Optional(Type.Boolean()),
  /** Of a poll: it emits one of two new entries, and never the other one. */
  losesEntry: Type.Optional(Type.Boolean()),
  /** Of a poll: the field with a time that it sets and does not store, where it emits nothing without it. */
  unstored: Type.Optional(Type.String({ maxLength: most.name })),
  /** It outputs several entries with a limit of one, which no request has. */
  ignoresLimit: Type.Optional(Type.Boolean()),
  /** The error with which it ends where there are more entries than the limit. */
  failsWithLimit: Type.Optional(Text),
  /** It outputs an answer with an empty list as a whole, and otherwise the entries. */
  emptyAsItem: Type.Optional(Type.Boolean()),
  /** Parameters that have no effect on requests and output, whatever their values are. */
  ineffective: Type.Optional(Type.Array(Type.String({ maxLength: most.name }), { maxItems: 10 })),
  /** Parameters where several values can be selected, of which requests have one: the first or the last that is selected. */
  partlySent: Type.Optional(
    Type.Array(Type.Object({ name: Type.String({ maxLength: most.name }), sent: Type.Enum(['first', 'last']) }), {
      maxItems: 10,
    }),
  ),
  /**
   * Of a list that can be searched: no entry is found by a text of its name that has a capital letter, but without it. What is
   * converted to small letters: the names only, or the text only.
   */
  losesCapitals: Type.Optional(Type.Enum(['names', 'text'])),
  /** Of a list that can be searched: it has the same entries whatever is searched for, and sends the same requests. */
  ignoresFilter: Type.Optional(Type.Boolean()),
  /** Of a list that has pages: the one that it lists again when it is asked for the next one. */
  listedAgain: Type.Optional(Type.Enum(['first', 'second'])),
  /** Of a list: it lists the same without a request for another value of a parameter that it requests, or another credential. */
  keptFor: Type.Optional(Type.Object({ parameter: Type.Optional(Type.String({ maxLength: most.name })) })),
  /** Parameters that the node does not show for it, and that it read before it failed; of a list without entries, all that it read. */
  absent: Type.Optional(Type.Array(Type.String({ maxLength: most.name }), { maxItems: 100 })),
  /** Of a webhook: its signatures are over the body as JSON.stringify() writes it, and not over the bytes that arrived. */
  signsParsed: Type.Optional(Type.Boolean()),
  /** Its requests carry what the API answered to the secrets of another credential. */
  isOfOther: Type.Optional(Type.Boolean()),
  /** Whether the package uses modules that n8n brings beside its own, whose hosts are not known. */
  borrows: Type.Optional(Type.Boolean()),
  /** Indexes of the author's own answers that it was given. */
  answered: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }), { maxItems: 500 })),
  /** Of a credential: whether it has secrets, and whether its test has rules of its own for what the API answers. */
  hasSecrets: Type.Optional(Type.Boolean()),
  hasRules: Type.Optional(Type.Boolean()),
  /** Why it could not be run at all. */
  unrun: Type.Optional(Text),
};

export const OperationTrace = Type.Object({
  ...traced,
  /** Not all values were tried. */
  isCut: Type.Optional(Type.Boolean()),
  /** The same operation where other values make it do something else. */
  variants: Type.Optional(
    Type.Array(
      Type.Object({
        ...traced,
        /** The API answers with a list. */
        isListed: Type.Optional(Type.Boolean()),
        /** What has another value; absent where all optional fields are filled in. */
        parameter: Type.Optional(Type.String({ maxLength: most.name })),
        /** A list where several can be selected. */
        value: Type.Optional(Type.Union([Value, Type.Array(Value, { maxItems: most.values })])),
      }),
      { maxItems: most.variants },
    ),
  ),
});
export type OperationTrace = Static<typeof OperationTrace>;

export const RunOutput = Type.Object({
  traces: Type.Array(OperationTrace),
  /** Why the engine did not start: nothing of the package was run. */
  failed: Type.Optional(Text),
});
export type RunOutput = Static<typeof RunOutput>;
