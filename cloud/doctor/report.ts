import Type, { type Static } from 'typebox';

/** The state of one part of the cloud. */
export const Report = Type.Object({
  part: Type.String(),
  state: Type.Union([Type.Literal('ok'), Type.Literal('warning'), Type.Literal('failed')]),
  /** What the probe found. */
  saw: Type.String(),
  /** What to do, if anything. */
  next: Type.Optional(Type.String()),
});
export type Report = Static<typeof Report>;

export const ok = (saw: string): Omit<Report, 'part'> => ({ state: 'ok', saw });
export const warning = (saw: string, next: string): Omit<Report, 'part'> => ({ state: 'warning', saw, next });
export const failed = (saw: string, next: string): Omit<Report, 'part'> => ({ state: 'failed', saw, next });

/** A probe that could not run says nothing about its part: a warning. */
export function notChecked(reason: string, next: string): Omit<Report, 'part'> {
  return warning(`not checked: ${reason}`, next);
}
