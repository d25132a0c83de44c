import Type, { type Static } from 'typebox';
import { logLevels } from '../kernel/events.ts';
import { CheckReport, Finding, Verification } from '../kernel/result-schemas.ts';

const time = Type.String();

/** Schema of the events in kernel/events.ts. */
const JudgedEvent = Type.Union([
  Type.Object({
    type: Type.Literal('log'),
    level: Type.Enum([...logLevels]),
    message: Type.String(),
    check: Type.Optional(Type.String()),
    time,
  }),
  Type.Object({
    type: Type.Literal('checks'),
    checks: Type.Array(Type.Object({ name: Type.String(), title: Type.String() })),
    time,
  }),
  Type.Object({ type: Type.Literal('check-start'), check: Type.String(), time }),
  Type.Object({ type: Type.Literal('kits'), time }),
  Type.Object({ type: Type.Literal('early'), files: Type.Array(Type.String()), findings: Type.Array(Finding), time }),
  Type.Object({ type: Type.Literal('check-end'), report: CheckReport, time }),
]);

export const JudgeMessage = Type.Union([
  JudgedEvent,
  Type.Object({ type: Type.Literal('result'), verification: Verification }),
  /** An uncaught error, after which the process exits. */
  Type.Object({
    type: Type.Literal('fault'),
    message: Type.String(),
    /** Whether the machine is out of resources. */
    machine: Type.Boolean(),
    stack: Type.Optional(Type.String()),
  }),
  /** The run is finished and cleaned up. */
  Type.Object({ type: Type.Literal('closed') }),
]);
export type JudgeMessage = Static<typeof JudgeMessage>;
