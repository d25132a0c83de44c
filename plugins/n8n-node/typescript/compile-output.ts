import Type, { type Static } from 'typebox';

/** One error that TypeScript printed. `file` as it was printed; none for an error of the configuration itself. */
export const Diagnostic = Type.Object({
  file: Type.Optional(Type.String()),
  line: Type.Optional(Type.Integer({ minimum: 1 })),
  column: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Without the `TS`. */
  code: Type.Integer(),
  message: Type.String(),
  /** It may follow from a module that TypeScript did not find; see fallout/fallout.ts. */
  fallout: Type.Optional(Type.Boolean()),
});
export type Diagnostic = Static<typeof Diagnostic>;

/** Texts by path. Typebox's own pattern for names leaves those with a line break unchecked. */
const Texts = Type.Record(Type.String({ pattern: '^[^]*$' }), Type.String());

/** What comes back from compile-program.ts. */
export const CompileOutput = Type.Object({
  diagnostics: Type.Array(Diagnostic),
  /** By path in the output folder: compiled texts or, where these were asked for, their source maps as JSON. */
  files: Texts,
  /** The project's files that were compiled, and what to go on from the next time, where that was asked for. */
  state: Type.Optional(Type.Object({ sources: Type.Array(Type.String()), buildInfos: Type.Array(Type.String()) })),
  /** Why what was compiled is not handed on. */
  unhanded: Type.Optional(Type.String()),
  /** Why the compiler itself did not finish. */
  failure: Type.Optional(Type.String()),
});
export type CompileOutput = Static<typeof CompileOutput>;

/** What a run leaves of it for the next one: see type-check.ts. */
export const LeftOutput = Type.Object({
  /** What else but the sources decides what TypeScript says. */
  asked: Type.String(),
  /** One for each part. */
  buildInfos: Type.Array(Type.String()),
  files: Texts,
});
