import Type, { type Static } from 'typebox';

const Text = Type.String({ maxLength: 20_000 });

/** What made a file fail, in the order in which n8n would come to it. */
export const problemKinds = [
  'class-missing',
  'module-missing',
  'module-format',
  'threw',
  'exited',
  'timeout',
  'description',
  'icon-outside',
  'execute-single',
  'builder-hint',
] as const;

/** Why n8n would refuse a file. Everything in it was said by code of the project: believe none of it. */
export const LoadProblem = Type.Object({
  kind: Type.Enum([...problemKinds]),
  /** What n8n would show. */
  n8n: Text,
  /** The error behind it. */
  cause: Type.Optional(Type.Object({ name: Text, message: Text, stack: Text })),
  /** For a missing module: its specifier. */
  module: Type.Optional(Text),
  /** For a missing class: what the file exports instead. */
  exports: Type.Optional(Type.Array(Text, { maxItems: 100 })),
});
export type LoadProblem = Static<typeof LoadProblem>;

/** Plain data; see plain-data.ts. */
const Plain = Type.Record(Type.String(), Type.Unknown());

/** Set when the descriptions were too large to be handed on. */
const omitted = Type.Optional(Type.Boolean());

export const LoadedNode = Type.Object({
  name: Text,
  omitted,
  /** The description that all versions of a versioned node share; none for a node that has no `nodeVersions`. */
  base: Type.Optional(Plain),
  /** Every version as its author wrote it, before n8n adds parameters; one for a node that is not versioned. */
  versions: Type.Array(
    Type.Object({
      /** Its key in `nodeVersions`. */
      key: Type.Optional(Text),
      description: Plain,
      /** What it can do: `execute`, `trigger`, …, `loadOptions.getUsers` for what stands in `methods`, `webhookMethods.default`. */
      methods: Type.Array(Text, { maxItems: 2000 }),
    }),
    { maxItems: 200 },
  ),
});
export type LoadedNode = Static<typeof LoadedNode>;

export const LoadedCredential = Type.Object({
  name: Text,
  omitted,
  /** The credential itself, as plain data. */
  description: Plain,
  /** What of `authenticate` and `preAuthentication` is a function, its class's too. */
  methods: Type.Array(Text, { maxItems: 10 }),
});
export type LoadedCredential = Static<typeof LoadedCredential>;

export const sideEffectKinds = ['environment', 'files', 'network', 'processes', 'engine'] as const;

/** Something that code of the package did to its surroundings while it was loaded. */
export const SideEffect = Type.Object({
  kind: Type.Enum([...sideEffectKinds]),
  /** `process.env.HOME`, `fs.readFileSync("/etc/passwd")`. */
  what: Text,
  /** `dist/Acme.node.js:3:5`, relative to the package. */
  place: Text,
});
export type SideEffect = Static<typeof SideEffect>;

export const FileOutput = Type.Object({
  /** Its place in what the program was asked to load. */
  index: Type.Integer({ minimum: 0 }),
  problem: Type.Optional(LoadProblem),
  node: Type.Optional(LoadedNode),
  credential: Type.Optional(LoadedCredential),
  sideEffects: Type.Optional(Type.Array(SideEffect, { maxItems: 50 })),
  /** Stand-ins that its own code, or what it imports, did something with. */
  standIns: Type.Array(Text, { maxItems: 200 }),
});
export type FileOutput = Static<typeof FileOutput>;

export const LoadOutput = Type.Object({
  files: Type.Array(FileOutput),
  /** Every module that was replaced by a stand-in. */
  standIns: Type.Array(Text, { maxItems: 500 }),
  /** Files that are not there had too little of a processor: they need more time. */
  starved: Type.Optional(Type.Boolean()),
});
export type LoadOutput = Static<typeof LoadOutput>;

/** How the output leaves the child: gzip of its JSON, base64. */
export const PackedLoadOutput = Type.Object({
  packed: Type.String(),
  /** Nothing is packed, because the thread that was to load the files does not go on: what was seen of it. */
  stuck: Type.Optional(Type.String()),
});
export type PackedLoadOutput = Static<typeof PackedLoadOutput>;

/** `LoadProblem.n8n` of a package that keeps the event loop busy after it is loaded. */
export const loopBlocked = 'the event loop is blocked';
