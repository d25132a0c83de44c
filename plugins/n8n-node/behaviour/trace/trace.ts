import Type, { type Static } from 'typebox';
import { Run } from './run.ts';
import { Name, Text } from './texts.ts';
import { most } from './trace-limits.ts';

/** Of a parameter that users select. */
const Value = Type.Union([Name, Type.Number(), Type.Boolean()]);

const traced = {
  index: Type.Integer({ minimum: 0 }),
  /** Names of the parameters that were given values to be recognised, by number. */
  marked: Type.Array(Text, { maxItems: 500 }),
  /** Credentials that n8n would show for it. */
  shown: Type.Array(Type.Object({ name: Text, required: Type.Boolean() }), { maxItems: 20 }),
  runs: Type.Array(Run, { maxItems: 20 }),
  /** Parameters that n8n shows, and that were read in no run that came to its end. */
  unread: Type.Optional(Type.Array(Name, { maxItems: 100 })),
  /** Those of them that nothing can use: the node has no code, and its description does not name them. */
  useless: Type.Optional(Type.Array(Name, { maxItems: 100 })),
  /** Names that it read, and that no parameter of the node has. */
  unknown: Type.Optional(Type.Array(Name, { maxItems: 100 })),
  /**
   * What it keeps for the credential of another user: a secret or the address in requests, a list that it does not request
   * again, or a response, which it outputs without a request.
   */
  keepsForOther: Type.Optional(Type.Enum(['secret', 'address', 'list', 'response'])),
  /** The parameter of JSON that it refuses as a text, and takes as an object, with the error. */
  refusedJson: Type.Optional(Type.Object({ name: Name, message: Text })),
  /** The field of a credential with whose default, a URL without a scheme, it fails before any request; it has one in the runs. */
  schemeless: Type.Optional(Type.Object({ credential: Name, field: Name })),
  /** It succeeds, and outputs nothing, whatever the API answers. */
  outputsNothing: Type.Optional(Type.Boolean()),
  /** It sent no request, and read none of its parameters. */
  isIdle: Type.Optional(Type.Boolean()),
  /** Optional parameters of which no text got into a request or the output, with the names of these texts. */
  unsent: Type.Optional(
    Type.Array(Type.Object({ name: Text, texts: Type.Array(Text, { maxItems: 100 }) }), { maxItems: 100 }),
  ),
  /** Fields of collections whose names are in no request and no output, with all of them filled in. */
  unseen: Type.Optional(Type.Array(Name, { maxItems: 100 })),
  /** The first page of a list that has more, where it asks for that again and never for another one. */
  repeatedPage: Type.Optional(Type.String({ maxLength: most.url })),
  /** What it requests after the last page, where it repeats its requests from there on. */
  endlessPage: Type.Optional(Type.String({ maxLength: most.url })),
  /** The address that it asks for the state of a task which never ends, without a limit. */
  endlessPolling: Type.Optional(Type.String({ maxLength: most.url })),
  /** It is to get all pages, and gets the second one where the answers say that there are more. */
  getsNextPage: Type.Optional(Type.Boolean()),
  /** Of several pages with entries, where it is to get all: those that it requests, or of which it outputs the entries. */
  missedPage: Type.Optional(
    Type.Object({
      requested: Type.Integer(),
      entries: Type.Integer(),
      output: Type.Integer(),
      /** The entry with which a page begins that leaves out others. */
      from: Type.Optional(Type.Integer()),
      /** Nothing but the number of its entries says that there is another page. */
      isFull: Type.Optional(Type.Boolean()),
      /** It requests the next page only after one with more entries than it asks for. */
      isLonger: Type.Optional(Type.Boolean()),
    }),
  ),
  /** It outputs the entries of the pages before one that fails as if they were all. */
  hidesFailedPage: Type.Optional(Type.Boolean()),
  /** Parameters that it sends, but not where it is to get all pages; or for the first one of them only. */
  unfiltered: Type.Optional(
    Type.Object({
      names: Type.Array(Name, { maxItems: 20 }),
      isLater: Type.Boolean(),
    }),
  ),
  /**
   * Number parameters of which 0 is sent as another value, or not at all, or without what is in the same entry of a fixed
   * collection; and those where 0 is the value of an option that is not sent.
   */
  zeroReplaced: Type.Optional(
    Type.Array(
      Type.Object({
        name: Name,
        value: Type.Optional(Type.Number()),
        isEntry: Type.Optional(Type.Boolean()),
        option: Type.Optional(Name),
      }),
      { maxItems: 10 },
    ),
  ),
  /** A parameter whose value is sent under the name of another one, and that one, whose value is not sent. */
  misplaced: Type.Optional(
    Type.Object({
      name: Name,
      key: Name,
      lost: Name,
      /** The field of the second one has the product of both. */
      isFactor: Type.Optional(Type.Boolean()),
    }),
  ),
  /** Parameters whose values it sends where another option of its credential is selected, and not otherwise. */
  sentElsewhere: Type.Optional(Type.Array(Name, { maxItems: 100 })),
  /**
   * Parameters whose values are put into the query of a URL, a form, JSON or GraphQL without being escaped, or are encoded
   * twice in a query, or encoded in JSON.
   */
  unescaped: Type.Optional(
    Type.Array(
      Type.Object({
        name: Name,
        how: Type.Enum(['query', 'twice', 'form', 'json', 'graphql', 'encoded']),
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
  unstored: Type.Optional(Name),
  /** It outputs several entries with a limit of one, which no request has. */
  ignoresLimit: Type.Optional(Type.Boolean()),
  /** The error with which it ends where there are more entries than the limit. */
  failsWithLimit: Type.Optional(Text),
  /** It outputs an answer with an empty list as a whole, and otherwise the entries. */
  emptyAsItem: Type.Optional(Type.Boolean()),
  /** Parameters whose value for the first item is used for the others too. */
  ofFirstItem: Type.Optional(Type.Array(Name, { maxItems: 12 })),
  /** Parameters that have no effect on requests and output, whatever their values are. */
  ineffective: Type.Optional(Type.Array(Name, { maxItems: 10 })),
  /** Of a list that can be searched: its method fails without a text to search for, and not with one. */
  needsFilter: Type.Optional(Type.Boolean()),
  /** Of a list that can be searched: it has the same entries whatever is searched for, and sends the same requests. */
  ignoresFilter: Type.Optional(Type.Boolean()),
  /** Of a list: a parameter whose value it requests, where it returns the same from a cache for another value. */
  cachedFor: Type.Optional(Name),
  /** Parameters that the node does not show for it, and that it read before it failed; of a list without entries, all that it read. */
  absent: Type.Optional(Type.Array(Name, { maxItems: 100 })),
  /** Of a webhook: its signatures are over the body as JSON.stringify() writes it, and not over the bytes that arrived. */
  signsParsed: Type.Optional(Type.Boolean()),
  /** Its requests carry what the API answered to the secrets of another credential. */
  isOfOther: Type.Optional(Type.Boolean()),
  /** Its requests and outputs are the same with other secrets, of which there are some in its credentials. */
  ignoresSecrets: Type.Optional(Type.Boolean()),
  /** The method of the node's class that it called on something that has no such method, and where; or did where a request had failed. */
  lostMethod: Type.Optional(
    Type.Object({
      name: Name,
      stack: Text,
      afterFailure: Type.Optional(Type.Boolean()),
    }),
  ),
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
        parameter: Type.Optional(Name),
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
