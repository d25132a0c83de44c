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

/** What comes back from compile-program.ts. Paths of `files` and `maps` are relative to the output folder. */
export const CompileOutput = Type.Object({
  diagnostics: Type.Array(Diagnostic),
  /** Compiled text by path. */
  files: Type.Record(Type.String(), Type.String()),
  /** Source maps, as JSON, by the path of the compiled file. */
  maps: Type.Record(Type.String(), Type.String()),
  /** Why what was compiled is not handed on. */
  unhanded: Type.Optional(Type.String()),
  /** Why the compiler itself did not finish. */
  failure: Type.Optional(Type.String()),
});
export type CompileOutput = Static<typeof CompileOutput>;
