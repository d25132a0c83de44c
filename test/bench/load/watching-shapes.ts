import Type, { type Static } from 'typebox';

/** The input of the thread. */
export type Watching = Static<typeof Watching>;
export const Watching = Type.Object({
  urls: Type.Array(Type.String()),
  runId: Type.String(),
  key: Type.String(),
  watchers: Type.Integer({ minimum: 1 }),
});

/** The result of the thread. */
export type Watched = Static<typeof Watched>;
export const Watched = Type.Object({
  /** Delivered lines. */
  lines: Type.Integer(),
  /** Milliseconds from writing to receiving, for lines that were written after all streams were open. */
  delays: Type.Array(Type.Number()),
});
