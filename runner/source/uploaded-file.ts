import Type, { type Static } from 'typebox';

/** A file of a create-run request (CONTRACT 1). */
export const UploadedFile = Type.Object(
  {
    path: Type.String(),
    content: Type.String(),
    /** The encoding of `content`; `utf8` when absent. */
    encoding: Type.Optional(Type.Enum(['utf8', 'base64'])),
  },
  { additionalProperties: false },
);
export type UploadedFile = Static<typeof UploadedFile>;
