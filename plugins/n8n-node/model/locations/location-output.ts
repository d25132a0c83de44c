import Type, { type Static } from 'typebox';

const Index = Type.Integer({ minimum: 0 });
const From1 = Type.Integer({ minimum: 1 });

/** The location of an object or text. Lines and columns count from 1; `endLine` is inclusive. */
export const Found = Type.Object({
  /** Index in the input. */
  index: Index,
  file: Type.String({ maxLength: 4096 }),
  line: From1,
  column: From1,
  endLine: From1,
});
export type Found = Static<typeof Found>;

export const LocationOutput = Type.Object({ found: Type.Array(Found, { maxItems: 50_000 }) });
export type LocationOutput = Static<typeof LocationOutput>;
