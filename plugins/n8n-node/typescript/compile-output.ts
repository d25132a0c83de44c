import Type, { type Static } from 'typebox';

/** An error of TypeScript. `file` as printed; undefined for an error in the configuration. */
export const Diagnostic = Type.Object({
  file: Type.Optional(Type.String()),
  line: Type.Optional(Type.Integer({ minimum: 1 })),
  column: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Without `TS`. */
  code: Type.Integer(),
  message: Type.String(),
  /** Whether a missing module may be the cause; see missing-module-errors.ts. */
  fallout: Type.Optional(Type.Boolean()),
});
export type Diagnostic = Static<typeof Diagnostic>;

/** Texts by path. The default pattern of typebox does not match names with a line break. */
const Texts = Type.Record(Type.String({ pattern: '^[^]*$' }), Type.String());

/** The output of compile-program.ts. */
export const CompileOutput = Type.Object({
  diagnostics: Type.Array(Diagnostic),
  /** Compiled texts by path in the output folder, or their source maps as JSON. */
  files: Texts,
  /** The compiled files of the project, and the build info for the next run, if requested. */
  state: Type.Optional(Type.Object({ sources: Type.Array(Type.String()), buildInfos: Type.Array(Type.String()) })),
  /** Why the compiled files are not returned. */
  unhanded: Type.Optional(Type.String()),
  /** Why the compiler did not finish. */
  failure: Type.Optional(Type.String()),
});
export type CompileOutput = Static<typeof CompileOutput>;

/** What is cached for the next run: see type-check.ts. */
export const LeftOutput = Type.Object({
  /** Everything but the sources that the result depends on. */
  asked: Type.String(),
  /** One per part. */
  buildInfos: Type.Array(Type.String()),
  files: Texts,
});
