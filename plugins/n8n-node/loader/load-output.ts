import Type, { type Static } from 'typebox';

const Text = Type.String({ maxLength: 20_000 });

/** Kinds of failures, in the order in which n8n reports them. */
const problemKinds = [
  'class-missing',
  'module-missing',
  'module-format',
  'threw',
  'exited',
  'timeout',
  'description',
  'version-unknown',
  'icon-outside',
  'execute-single',
  'builder-hint',
] as const;

/** Why n8n rejects a file. The content comes from code of the project: do not trust it. */
export const LoadProblem = Type.Object({
  kind: Type.Enum([...problemKinds]),
  /** The message of n8n. */
  n8n: Text,
  /** Whether it may have ended, had it had a processor for longer. */
  starved: Type.Optional(Type.Boolean()),
  /** The cause of the error. */
  cause: Type.Optional(Type.Object({ name: Text, message: Text, stack: Text })),
  /** The specifier of a missing module. */
  module: Type.Optional(Text),
  /** What the file exports instead of a missing class. */
  exports: Type.Optional(Type.Array(Text, { maxItems: 100 })),
});
export type LoadProblem = Static<typeof LoadProblem>;

/** Plain data; see plain-data.ts. */
const Plain = Type.Record(Type.String(), Type.Unknown());

/** Whether the descriptions were too large. */
const omitted = Type.Optional(Type.Boolean());

export const LoadedNode = Type.Object({
  name: Text,
  omitted,
  /** The description that all versions share; undefined without `nodeVersions`. */
  base: Type.Optional(Plain),
  /** Every version as written, before n8n adds parameters; one for a node that is not versioned. */
  versions: Type.Array(
    Type.Object({
      /** Its key in `nodeVersions`. */
      key: Type.Optional(Text),
      description: Plain,
      /**
       * Its methods: `execute`, `trigger`, …, `loadOptions.getUsers` for those in `methods`, `webhookMethods.default`,
       * `customOperations.order.get`;
       * `loadOptions.*` where a module that is not installed gives them.
       */
      methods: Type.Array(Text, { maxItems: 2000 }),
    }),
    { maxItems: 200 },
  ),
});
export type LoadedNode = Static<typeof LoadedNode>;

export const LoadedCredential = Type.Object({
  name: Text,
  omitted,
  /** The credential as plain data. */
  description: Plain,
  /** Which of `authenticate` and `preAuthentication` are functions, also inherited ones. */
  methods: Type.Array(Text, { maxItems: 10 }),
});
export type LoadedCredential = Static<typeof LoadedCredential>;

const sideEffectKinds = ['environment', 'files', 'network', 'processes', 'engine'] as const;

/** A side effect of loading a file. */
export const SideEffect = Type.Object({
  kind: Type.Enum([...sideEffectKinds]),
  /** `process.env.HOME`, `fs.readFileSync("/etc/passwd")`. */
  what: Text,
  /** `dist/Acme.node.js:3:5`, relative to the package. */
  place: Text,
});
export type SideEffect = Static<typeof SideEffect>;

export const FileOutput = Type.Object({
  /** The index in the input. */
  index: Type.Integer({ minimum: 0 }),
  problem: Type.Optional(LoadProblem),
  node: Type.Optional(LoadedNode),
  credential: Type.Optional(LoadedCredential),
  sideEffects: Type.Optional(Type.Array(SideEffect, { maxItems: 50 })),
  /** Stand-ins that the file or its imports used. */
  standIns: Type.Array(Text, { maxItems: 200 }),
});
export type FileOutput = Static<typeof FileOutput>;

export const LoadOutput = Type.Object({
  files: Type.Array(FileOutput),
  /** All modules that were replaced by a stand-in. */
  standIns: Type.Array(Text, { maxItems: 500 }),
  /** Whether missing files need more time, because of a lack of processor time. */
  starved: Type.Optional(Type.Boolean()),
});
export type LoadOutput = Static<typeof LoadOutput>;

/** The output of the child: gzipped JSON as base64. */
export const PackedLoadOutput = Type.Object({
  packed: Type.String(),
  /** Set instead of an output when the thread is stuck: what is known about it. */
  stuck: Type.Optional(Type.Pick(LoadProblem, ['n8n', 'starved'])),
});
export type PackedLoadOutput = Static<typeof PackedLoadOutput>;

/** `LoadProblem.n8n` of a package that blocks the event loop after it is loaded. */
export const loopBlocked = 'the event loop is blocked';
