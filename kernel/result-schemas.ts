import Type from 'typebox';
import { finalStatuses, ruleSettings, severities } from './enums.ts';

// The types are in finding.ts and result.ts, so that their users do not load the schema library.

export const Finding = Type.Object({
  code: Type.String({ description: 'Stable code; `service explain <code>` describes it' }),
  severity: Type.Enum([...severities], { description: 'An error fails the check, a warning does not' }),
  message: Type.String(),
  file: Type.Optional(Type.String({ description: 'Relative to the project, with `/`' })),
  line: Type.Optional(Type.Integer({ minimum: 1, description: 'From 1' })),
  column: Type.Optional(Type.Integer({ minimum: 1, description: 'From 1, in UTF-16 code units' })),
  evidence: Type.Optional(Type.String({ description: 'Text of the project that shows the problem' })),
  evidenceColumn: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Column at which the evidence starts, if the evidence is the line or a part of it',
    }),
  ),
  fix: Type.Optional(Type.String({ description: 'How to fix it' })),
  docs: Type.Optional(Type.String({ description: 'URL of the documentation' })),
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
  reason: Type.String({ description: 'For example `time limit reached`' }),
  what: Type.Optional(Type.String({ description: 'A file or a part of the check; absent if it is the whole check' })),
});

export const RuleChange = Type.Object({
  code: Type.String(),
  severity: Type.Enum([...ruleSettings], { description: 'The configured setting of the rule' }),
});

export const CheckReport = Type.Object({
  name: Type.String(),
  title: Type.String(),
  passed: Type.Boolean(),
  message: Type.Optional(Type.String()),
  notChecked: Type.Optional(
    Type.Array(NotChecked, {
      description: 'Parts that the check did not check; absent if there are none',
    }),
  ),
  findings: Type.Array(Finding),
  duration: Type.Number({ minimum: 0, description: 'Milliseconds' }),
});

export const Verification = Type.Object({
  projectType: Type.String(),
  packageName: Type.String({ description: 'Name in package.json, else name of the folder, or the package reference' }),
  ruleset: Type.Optional(Type.String({ description: 'Name of the ruleset, if the project type has one' })),
  status: Type.Enum([...finalStatuses]),
  passed: Type.Boolean(),
  summary: Type.String(),
  checks: Type.Array(CheckReport),
  ruleChanges: Type.Optional(
    Type.Array(RuleChange, {
      description: 'Rules that the configuration turned off or changed; absent if there are none',
    }),
  ),
});
