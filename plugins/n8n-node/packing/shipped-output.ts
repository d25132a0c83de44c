import Type, { type Static } from 'typebox';

/** A file that users of the package get. */
export const ShippedFile = Type.Object({
  /** Relative to the package, with `/`. */
  path: Type.String(),
  /** Bytes. */
  size: Type.Integer({ minimum: 0 }),
  /** The kind according to the first bytes, if relevant: see content-kind.ts. */
  kind: Type.Optional(Type.String()),
  /** A path of the author's machine in a source map. */
  localPath: Type.Optional(Type.String()),
  /** The line with a secret. */
  secretLine: Type.Optional(Type.Integer({ minimum: 1 })),
});
export type ShippedFile = Static<typeof ShippedFile>;

export const ShippedFiles = Type.Array(ShippedFile);
