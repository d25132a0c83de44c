import Type, { type Static } from 'typebox';

const Index = Type.Integer({ minimum: 0 });
const From1 = Type.Integer({ minimum: 1 });

/** Where something that was wanted stands. Lines and columns count from 1; `endLine` is the last one. */
export const Found = Type.Object({
  /** Which of the wanted. */
  index: Index,
  file: Type.String({ maxLength: 4096 }),
  line: From1,
  column: From1,
  endLine: From1,
});
export type Found = Static<typeof Found>;

export const PlaceOutput = Type.Object({ found: Type.Array(Found, { maxItems: 50_000 }) });
export type PlaceOutput = Static<typeof PlaceOutput>;
