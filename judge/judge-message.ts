import Type, { type Static } from 'typebox';
import { CheckReport, Verification } from '../kernel/result-schemas.ts';

const numbered = { seq: Type.Integer({ minimum: 1 }), time: Type.String() };

/** What happens during a run, as kernel/events.ts has it. */
export const JudgedEvent = Type.Union([
  Type.Object({
    type: Type.Literal('log'),
    level: Type.Enum(['info', 'warn', 'error']),
    message: Type.String(),
    check: Type.Optional(Type.String()),
    ...numbered,
  }),
  Type.Object({
    type: Type.Literal('checks'),
    checks: Type.Array(Type.Object({ name: Type.String(), title: Type.String() })),
    ...numbered,
  }),
  Type.Object({ type: Type.Literal('check-start'), check: Type.String(), ...numbered }),
  Type.Object({ type: Type.Literal('check-end'), report: CheckReport, ...numbered }),
  Type.Object({ type: Type.Literal('end'), verification: Verification, ...numbered }),
]);

/** A line that a judge says. */
export const JudgeMessage = Type.Union([
  JudgedEvent,
  /** It can't go on: an error that nothing caught. */
  Type.Object({
    type: Type.Literal('fault'),
    message: Type.String(),
    /** Whether the machine lacks something that no project decides about. */
    machine: Type.Boolean(),
    stack: Type.Optional(Type.String()),
  }),
  /** Everything is done and tidied up: it may be ended. */
  Type.Object({ type: Type.Literal('closed') }),
]);
export type JudgeMessage = Static<typeof JudgeMessage>;
