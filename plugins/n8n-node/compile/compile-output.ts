import Type, { type Static } from 'typebox';
import { Diagnostic } from './typescript-output.ts';

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
