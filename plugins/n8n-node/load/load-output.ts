import Type, { type Static } from 'typebox';

const Text = Type.String({ maxLength: 20_000 });

/** What made a file fail, in the order in which n8n would come to it. */
export const problemKinds = [
  'class-missing',
  'module-missing',
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

/** The description of one version of a node, as plain data; see plain-data.ts. */
const Description = Type.Record(Type.String(), Type.Unknown());

export const LoadedNode = Type.Object({
  name: Text,
  /** The file gives an object with `nodeVersions`. */
  versioned: Type.Boolean(),
  /** Descriptions as the author wrote them: the base one of a versioned node first, then one a version. */
  descriptions: Type.Array(Description, { maxItems: 200 }),
  /** Names of its methods: execute, trigger, webhook, poll, supplyData and those of `methods`, as `loadOptions.getUsers`. */
  methods: Type.Array(Text, { maxItems: 2000 }),
});
export type LoadedNode = Static<typeof LoadedNode>;

export const LoadedCredential = Type.Object({
  name: Text,
  /** The credential itself, as plain data. */
  description: Description,
});
export type LoadedCredential = Static<typeof LoadedCredential>;

export const FileOutput = Type.Object({
  /** Its place in what the program was asked to load. */
  index: Type.Integer({ minimum: 0 }),
  problem: Type.Optional(LoadProblem),
  node: Type.Optional(LoadedNode),
  credential: Type.Optional(LoadedCredential),
  /** Stand-ins that its own code, or what it imports, did something with. */
  standIns: Type.Array(Text, { maxItems: 200 }),
});
export type FileOutput = Static<typeof FileOutput>;

export const LoadOutput = Type.Object({
  files: Type.Array(FileOutput),
  /** Every module that was replaced by a stand-in. */
  standIns: Type.Array(Text, { maxItems: 500 }),
});
export type LoadOutput = Static<typeof LoadOutput>;

/** How the output leaves the child: gzip of its JSON, base64. */
export const PackedLoadOutput = Type.Object({ packed: Type.String() });
export type PackedLoadOutput = Static<typeof PackedLoadOutput>;
