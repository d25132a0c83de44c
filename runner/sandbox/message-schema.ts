import Type, { type Static } from 'typebox';

/** What a child says at its end. */
export const Message = Type.Union([
  Type.Object({ kind: Type.Literal('done'), result: Type.Unknown() }),
  Type.Object({ kind: Type.Literal('threw'), message: Type.String() }),
]);
export type Message = Static<typeof Message>;
