import Type, { type Static } from 'typebox';

/** A file that a user of the package gets. */
export const ShippedFile = Type.Object({
  /** Relative to the package, with `/`. */
  path: Type.String(),
  /** Bytes. */
  size: Type.Integer({ minimum: 0 }),
  /** What its first bytes say it is, where that matters: see content-kind.ts. */
  kind: Type.Optional(Type.String()),
  /** For a source map: a path of the author's machine that it holds. */
  localPath: Type.Optional(Type.String()),
  /** For a file that may hold secrets: whether it does, and in which line. */
  secretLine: Type.Optional(Type.Integer({ minimum: 1 })),
});
export type ShippedFile = Static<typeof ShippedFile>;

export const ShippedFiles = Type.Array(ShippedFile);
