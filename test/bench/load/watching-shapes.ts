import Type, { type Static } from 'typebox';

/** Who watches what. */
export type Watching = Static<typeof Watching>;
export const Watching = Type.Object({
  urls: Type.Array(Type.String()),
  runId: Type.String(),
  key: Type.String(),
  watchers: Type.Integer({ minimum: 1 }),
});

/** What came of it. */
export type Watched = Static<typeof Watched>;
export const Watched = Type.Object({
  /** Lines that were delivered. */
  lines: Type.Integer(),
  /** Milliseconds from written to seen, of each line that was written when everybody was there. */
  delays: Type.Array(Type.Number()),
});
