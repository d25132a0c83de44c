import Type, { type Static } from 'typebox';

const Place = { file: Type.String(), line: Type.Integer({ minimum: 1 }), column: Type.Integer({ minimum: 1 }) };

/** A violation of a rule, at its place. */
export const FoundInSource = Type.Object({
  code: Type.String(),
  message: Type.String(),
  ...Place,
  /** The last line of what was matched: a linter may point at any of them. */
  endLine: Type.Integer({ minimum: 1 }),
  evidence: Type.String(),
  /** For what weighs less than its rule says. */
  severity: Type.Optional(Type.Literal('warning')),
  /** The package it was bundled from, where it is not the project's own code. */
  bundled: Type.Optional(Type.String()),
});
export type FoundInSource = Static<typeof FoundInSource>;

/** An address in the code. */
export const Host = Type.Object({
  host: Type.String(),
  field: Type.Optional(Type.String()),
  ...Place,
  evidence: Type.String(),
  bundled: Type.Optional(Type.String()),
});
export type Host = Static<typeof Host>;

/** A text that users of the node read. */
export const InterfaceText = Type.Object({ field: Type.String(), text: Type.String(), ...Place });
export type InterfaceText = Static<typeof InterfaceText>;

/** A parameter or a credential that code asks n8n for by its name. */
export const Ask = Type.Object({
  kind: Type.Union([Type.Literal('parameter'), Type.Literal('credential')]),
  name: Type.String(),
  /** There is a value for when it is not there, or another way to go. */
  fallback: Type.Boolean(),
  ...Place,
});
export type Ask = Static<typeof Ask>;

/** A file that was not looked into, and why. */
export const Unread = Type.Object({ file: Type.String(), reason: Type.String() });
export type Unread = Static<typeof Unread>;

/** What reading a project's sources showed; each file is parsed once. */
export const SourceFacts = Type.Object({
  violations: Type.Array(FoundInSource),
  hosts: Type.Array(Host),
  texts: Type.Array(InterfaceText),
  asks: Type.Array(Ask),
  unread: Type.Array(Unread),
});
export type SourceFacts = Static<typeof SourceFacts>;

/** The same as it leaves the child process: texts file by file, each as field, text, line and column. */
export const PackedFacts = Type.Object({
  ...SourceFacts.properties,
  texts: Type.Array(
    Type.Object({
      file: Type.String(),
      rows: Type.Array(Type.Tuple([Type.String(), Type.String(), Place.line, Place.column])),
    }),
  ),
});
export type PackedFacts = Static<typeof PackedFacts>;

/** What the program that reads them is given. */
export interface SourceOrder {
  /** Sources to parse, in the order in which they matter. */
  sources: readonly string[];
  /** Other text files, to be searched for secrets. */
  texts: readonly string[];
}
