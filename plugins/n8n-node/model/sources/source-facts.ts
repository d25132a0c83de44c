import Type, { type Static } from 'typebox';

const Place = { file: Type.String(), line: Type.Integer({ minimum: 1 }), column: Type.Integer({ minimum: 1 }) };

/** The exports of the file through which alone a place is reached; absent for what runs when the file is loaded. */
const ExportsTo = Type.Optional(Type.Array(Type.String()));

/** A violation of a rule, with its location. */
export const FoundInSource = Type.Object({
  code: Type.String(),
  message: Type.String(),
  ...Place,
  /** The last line of the match: linters may report any of its lines. */
  endLine: Type.Integer({ minimum: 1 }),
  evidence: Type.String(),
  /** Replaces the severity of the rule. */
  severity: Type.Optional(Type.Literal('warning')),
  /** The package from which it was bundled; absent for the project's own code. */
  bundled: Type.Optional(Type.String()),
});
export type FoundInSource = Static<typeof FoundInSource>;

/** An address in the code. */
export const Host = Type.Object({
  host: Type.String(),
  field: Type.Optional(Type.String()),
  isOffered: Type.Optional(Type.Boolean()),
  ...Place,
  evidence: Type.String(),
  bundled: Type.Optional(Type.String()),
  exports: ExportsTo,
});
export type Host = Static<typeof Host>;

/** A text of the user interface. */
const InterfaceText = Type.Object({ field: Type.String(), text: Type.String(), ...Place });

/** A parameter, a credential, or a field of a credential or of a collection that code gets from n8n by name. */
export const Ask = Type.Object({
  kind: Type.Enum(['parameter', 'credential', 'field', 'entry', 'assigned', 'whole']),
  name: Type.String(),
  /** The credential of a field. */
  credential: Type.Optional(Type.String()),
  /** The parameter of an entry. */
  collection: Type.Optional(Type.String()),
  /** Whether the code handles its absence. */
  fallback: Type.Boolean(),
  /** Whether code may have another value in the place of a field of a credential, and assigns none to it. */
  isDefaulted: Type.Optional(Type.Boolean()),
  /** Whether a method of the editor asks for it. */
  isCurrent: Type.Optional(Type.Boolean()),
  /** Whether nothing is done with the value of a parameter. */
  isUnused: Type.Optional(Type.Boolean()),
  /** For each condition around it, the resources or operations of which one must be selected. */
  selected: Type.Optional(Type.Array(Type.Array(Type.String()))),
  /** The values that parameters have where a credential is asked for, or have not. */
  when: Type.Optional(
    Type.Array(Type.Object({ parameter: Type.String(), value: Type.String(), isValue: Type.Boolean() })),
  ),
  /** The method of a node around it that the editor calls for parameters: `loadOptions.getTeams`. */
  listMethod: Type.Optional(Type.String()),
  exports: ExportsTo,
  ...Place,
});
export type Ask = Static<typeof Ask>;

/** A constant with which code compares what the user selected. */
export const Comparison = Type.Object({
  kind: Type.Enum(['parameter', 'mode', 'field']),
  name: Type.String(),
  value: Type.String(),
  exports: ExportsTo,
  ...Place,
});
export type Comparison = Static<typeof Comparison>;

/** A use of what n8n keeps for a workflow. */
export const StaticDataUse = Type.Object({
  scope: Type.String(),
  use: Type.Enum(['read', 'stored', 'deleted', 'whole']),
  key: Type.String(),
  exports: ExportsTo,
  ...Place,
});
export type StaticDataUse = Static<typeof StaticDataUse>;

/** A file that was not read, and why. */
const Unread = Type.Object({ file: Type.String(), reason: Type.String() });

/** The facts of a project's sources. */
export const SourceFacts = Type.Object({
  violations: Type.Array(FoundInSource),
  hosts: Type.Array(Host),
  texts: Type.Array(InterfaceText),
  asks: Type.Array(Ask),
  comparisons: Type.Array(Comparison),
  staticData: Type.Array(StaticDataUse),
  unread: Type.Array(Unread),
});
export type SourceFacts = Static<typeof SourceFacts>;

export const noFacts = (): SourceFacts => ({
  violations: [],
  hosts: [],
  texts: [],
  asks: [],
  comparisons: [],
  staticData: [],
  unread: [],
});

/** The input of the program. */
export interface SourceOrder {
  /** Sources to parse, the most important first. */
  sources: readonly string[];
  /** Other text files, to search for secrets. */
  texts: readonly string[];
}
