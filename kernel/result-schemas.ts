import Type from 'typebox';
import { finalStatuses, ruleSettings, severities } from './enums.ts';

// The types are in finding.ts and result.ts, apart: who works with results loads no library of schemas.

export const Finding = Type.Object({
  code: Type.String({ description: 'Stable: `service explain` knows it' }),
  severity: Type.Enum([...severities], { description: 'An error fails its check, a warning does not' }),
  message: Type.String(),
  file: Type.Optional(Type.String({ description: 'Relative to the project, with `/`' })),
  line: Type.Optional(Type.Integer({ minimum: 1, description: 'From 1' })),
  column: Type.Optional(Type.Integer({ minimum: 1, description: 'From 1, in UTF-16 code units' })),
  evidence: Type.Optional(Type.String({ description: 'The text of the project that shows the fault' })),
  evidenceColumn: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Column of the line at which the evidence begins, where it is that line or a part of it',
    }),
  ),
  fix: Type.Optional(Type.String({ description: 'What to do about it' })),
  docs: Type.Optional(Type.String({ description: 'Where to read more' })),
});

export const CheckResult = Type.Object(
  { name: Type.String(), passed: Type.Boolean(), message: Type.Optional(Type.String()) },
  { additionalProperties: false },
);

export const FinalResult = Type.Object(
  {
    runId: Type.String(),
    passed: Type.Boolean(),
    summary: Type.String(),
    checks: Type.Array(CheckResult),
    creditsUsed: Type.Number({ minimum: 0 }),
    status: Type.Enum([...finalStatuses]),
  },
  { additionalProperties: false },
);

export const NotChecked = Type.Object({
  reason: Type.String({ description: 'Why: `time limit reached`' }),
  what: Type.Optional(
    Type.String({ description: 'What was left out: a file, or a part of the check; absent for all of it' }),
  ),
});

export const RuleChange = Type.Object({
  code: Type.String(),
  severity: Type.Enum([...ruleSettings], { description: 'What the rule was set to' }),
});

export const CheckReport = Type.Object({
  name: Type.String(),
  title: Type.String(),
  passed: Type.Boolean(),
  message: Type.Optional(Type.String()),
  notChecked: Type.Optional(
    Type.Array(NotChecked, {
      description: 'What the check did not look at although it ran; absent when that is nothing',
    }),
  ),
  findings: Type.Array(Finding),
  duration: Type.Number({ minimum: 0, description: 'Milliseconds' }),
});

export const Verification = Type.Object({
  projectType: Type.String(),
  packageName: Type.String({ description: "The manifest's name, else the folder's or the reference" }),
  ruleset: Type.Optional(
    Type.String({ description: 'The named, dated set of rules in force, where the project type has one' }),
  ),
  status: Type.Enum([...finalStatuses]),
  passed: Type.Boolean(),
  summary: Type.String(),
  checks: Type.Array(CheckReport),
  ruleChanges: Type.Optional(
    Type.Array(RuleChange, {
      description: 'Rules that the configuration of this run switched off or changed; absent when there are none',
    }),
  ),
});
