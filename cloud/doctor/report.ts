import Type, { type Static } from 'typebox';

/** What an operator is told about one part of the cloud. */
export const Report = Type.Object({
  /** What was looked at. */
  part: Type.String(),
  state: Type.Union([Type.Literal('ok'), Type.Literal('warning'), Type.Literal('failed')]),
  saw: Type.String(),
  /** What to do; absent when there is nothing to do. */
  next: Type.Optional(Type.String()),
});
export type Report = Static<typeof Report>;

type Seen = Omit<Report, 'part' | 'state'>;

export const ok = (saw: string): Omit<Report, 'part'> => ({ state: 'ok', saw });
export const warning = (saw: string, next: string): Omit<Report, 'part'> => ({ state: 'warning', saw, next });
export const failed = (saw: string, next: string): Omit<Report, 'part'> => ({ state: 'failed', saw, next });

/** Not the fault of what was to be looked at, as far as anybody knows. */
export function unchecked(reason: string, next: string): Omit<Report, 'part'> {
  const seen: Seen = { saw: `could not check: ${reason}`, next };
  return { state: 'warning', ...seen };
}
