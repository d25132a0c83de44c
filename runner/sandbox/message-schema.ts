import Type, { type Static } from 'typebox';

/** The message of a sandboxed process: the result of its program, or the error that it threw. */
export const Message = Type.Union([
  Type.Object({ kind: Type.Literal('done'), result: Type.Unknown() }),
  Type.Object({ kind: Type.Literal('threw'), message: Type.String() }),
]);
export type Message = Static<typeof Message>;
