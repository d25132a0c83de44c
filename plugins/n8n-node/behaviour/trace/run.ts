import Type, { type Static } from 'typebox';
import { TracedOutput } from './output.ts';
import { TracedRequest } from './request.ts';
import { Marks, Name, Secrets, Text } from './texts.ts';
import { most } from './trace-limits.ts';

/** An error that ended a run, or that n8n threw at the node. */
export const Thrown = Type.Object({
  name: Text,
  message: Text,
  description: Type.Optional(Text),
  /** Paths in it are relative to the package. */
  stack: Text,
});
export type Thrown = Static<typeof Thrown>;

/** `checkExists` before `create` and after it, and after `delete`, in the order in which they are called. */
export const webhookSteps = ['exists', 'create', 'created', 'delete', 'deleted'] as const;

/** The method of a webhook that a step calls. */
export const webhookMethodOf = (step: Run['kind']): 'create' | 'delete' | 'checkExists' =>
  step === 'create' || step === 'delete' ? step : 'checkExists';

const runKinds = [
  'record',
  'plain',
  // With three items, where it takes one only.
  'several',
  // Without optional fields, where they turned out to be needed.
  'bare',
  // With all optional fields, and all of them that are true or false as the one or the other.
  'on',
  'off',
  // With all optional fields, which the second item has no values for.
  'fields',
  // With all optional fields and without the optional texts beside them, where only then some of the fields are sent.
  'unset',
  'again',
  'single',
  'failing',
  // With an API that rejects the credential.
  'denied',
  // With an API that has nothing at the addresses.
  'absent',
  'tolerant',
  // Where that tells of no failure: the same requests fail, and "Continue on fail" is not set.
  'strict',
  // With "Continue on fail", where the connection breaks at the same requests.
  'broken',
  'pages',
  // With answers that are no text.
  'bytes',
  // With nothing there for a poll.
  'empty',
  // With an API that answers the first kind of request only.
  'later',
  ...webhookSteps,
  // `checkExists` after `create`, where the API does not know the webhook any more.
  'gone',
  // A request to a webhook with a signature that is wrong.
  'forged',
  // A request to a webhook with the right one, where it rejects those without.
  'signed',
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
  /** It read a field of the data of every item that none of them has. */
  readsAll: Type.Optional(Type.Boolean()),
  /** It read a field of the data of an item that this does not have. */
  readsLacking: Type.Optional(Type.Boolean()),
  /** Of a run that ended before any request: the fields that it read of the data of items, and that items lack. */
  itemFields: Type.Optional(Type.Array(Name, { maxItems: most.itemFields })),
  /** Stacks of code of the package, the innermost frame first. */
  sites: Type.Optional(Type.Array(Text, { maxItems: most.sites })),
  /** The parameters that it read, and the number of the code that did so first. */
  reads: Type.Optional(
    Type.Array(Type.Object({ name: Name, site: Type.Integer({ minimum: 0 }) }), {
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
  missing: Type.Optional(Type.Array(Name, { maxItems: 5 })),
  /** By output of the node; absent when it threw. */
  outputs: Type.Optional(Type.Array(Type.Array(TracedOutput, { maxItems: most.outputs }), { maxItems: 20 })),
  /** Outputs, where they are more than were looked at. */
  count: Type.Integer(),
  /** What it gave back is no list of lists. */
  shapeless: Type.Optional(Text),
  /** Of a list for the editor: its entries are as the API answered them, and lack what the editor shows. */
  handsOn: Type.Optional(Type.Boolean()),
  /** Items are where lists of items belong. */
  isFlat: Type.Optional(Type.Boolean()),
  /** Asked for in vain: a parameter or a credential, and where. */
  refused: Type.Array(
    Type.Object({ kind: Type.Enum(['parameter', 'credential']), name: Text, message: Text, stack: Text }),
    { maxItems: 5 },
  ),
  /** Of a run that ended before any request: fields that it read of credentials without such a field, and where. */
  lacks: Type.Optional(
    Type.Array(Type.Object({ credential: Text, field: Name, stack: Text }), {
      maxItems: 10,
    }),
  ),
  /** Of a run that ended before any request: it gave n8n a URL without a host. */
  isHostless: Type.Optional(Type.Boolean()),
  /** The base of the URL of a request, with a path that an absolute path replaced. */
  droppedBase: Type.Optional(Type.String({ maxLength: most.url })),
  /** Options with values that it gave n8n for a request, and that n8n does not know. */
  ignoredOptions: Type.Optional(Type.Array(Name, { maxItems: 5 })),
  /** It calls JSON.parse with an object, whatever it is answered. */
  parsesObject: Type.Optional(Type.Boolean()),
  /** Resource locators that were turned into a text or a number. */
  converted: Type.Optional(Type.Array(Name, { maxItems: 5 })),
  /** Values that were in the body of a GET request, which n8n removes, and in no request that was sent. */
  lostInGet: Type.Optional(Marks),
  /** Names of the fields of such a body that are in no query either. */
  fieldsLostInGet: Type.Optional(Type.Array(Name, { maxItems: 20 })),
  /** The first request with values of items that it sent after it had ended: it did not wait for it. */
  left: Type.Optional(
    Type.Object({ method: Type.String({ maxLength: 20 }), url: Type.String({ maxLength: most.url }) }),
  ),
  /** It asked n8n for the whole of a response, with its headers. */
  getsResponse: Type.Optional(Type.Boolean()),
  /** It read the headers of a response, which may tell of another page. */
  readsHeaders: Type.Optional(Type.Boolean()),
  /** Of a trigger: it sent requests after it was stopped, beside those of one round. */
  goesOn: Type.Optional(Type.Boolean()),
  /** It put the execution to wait. */
  waits: Type.Optional(Type.Boolean()),
  /** It answered the call that started the execution. */
  responds: Type.Optional(Type.Boolean()),
  /** It shows a hint in the editor. */
  hints: Type.Optional(Type.Boolean()),
  /** Credentials whose `preAuthentication` n8n does not call, or whose token it does not keep, and why. */
  tokensLost: Type.Optional(Type.Array(Type.Object({ credential: Text, field: Type.Optional(Text) }), { maxItems: 5 })),
  /** Switches that were off and on by default, and that requests have as true under their own names. */
  keptOn: Type.Optional(Type.Array(Name, { maxItems: 20 })),
  /** Filters that were off, and that no request has, but that requests have as true where they are on. */
  leftOut: Type.Optional(Type.Array(Name, { maxItems: 20 })),
  /** Credentials that the node asked for or authenticated with. */
  credentials: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 20 }),
  /** Items of the input that are not as they were, and the first field that they got, or that their files are others. */
  changed: Type.Array(
    Type.Object({ item: Type.Integer(), field: Type.Optional(Text), isFile: Type.Optional(Type.Literal(true)) }),
    { maxItems: 10 },
  ),
  /** Secrets in the error that ended it. */
  secrets: Secrets,
  /** Secrets that it wrote to the log. */
  logged: Type.Optional(Secrets),
  /** The stack of the code that wrote the first one. */
  loggedAt: Type.Optional(Text),
});
export type Run = Static<typeof Run>;
