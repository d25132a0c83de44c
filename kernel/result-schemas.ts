import Type from 'typebox';
import { finalStatuses, operationKinds, operationOutcomes, ruleSettings, severities } from './enums.ts';

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
  edit: Type.Optional(
    Type.Object(
      {
        start: Type.Integer({ minimum: 0, description: 'In UTF-16 code units, from 0' }),
        end: Type.Integer({ minimum: 0 }),
        text: Type.String(),
      },
      { description: 'Change of the file that fixes it, which `service verify --fix` makes' },
    ),
  ),
  docs: Type.Optional(Type.String({ description: 'URL of the documentation' })),
  essential: Type.Optional(
    Type.Boolean({
      description: 'Whether it keeps the host from loading the package if it is an error; default false',
    }),
  ),
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

export const Operation = Type.Object({
  node: Type.String({ description: 'Internal name of the node' }),
  version: Type.Number({ description: 'Version of the node' }),
  kind: Type.Optional(
    Type.Enum([...operationKinds], { description: 'What was run, unless it is an operation that gets items' }),
  ),
  resource: Type.Optional(Type.String()),
  operation: Type.Optional(Type.String({ description: 'Operation, method, webhook or credential' })),
  outcome: Type.Enum([...operationOutcomes], {
    description: 'Whether it ran from its input to an output; `left out` by the configuration of the project',
  }),
  reason: Type.Optional(Type.String({ description: 'Why it was not exercised, or is left out' })),
  requests: Type.Array(
    Type.Object({
      method: Type.String(),
      url: Type.String({ description: 'With `{name}` in place of the value of a parameter' }),
      credential: Type.Optional(Type.String({ description: 'Credential whose secret it carries' })),
      answer: Type.Optional(
        Type.String({ description: 'Simulated response as JSON, if generated from the fields that the node reads' }),
      ),
    }),
    { description: 'Different requests that it sent to the simulated API' },
  ),
  output: Type.Optional(Type.String({ description: 'Output, for example `3 items, paired`; absent if there is none' })),
});

export const Compatibility = Type.Object({
  host: Type.String({ description: 'Host that the releases are of: `n8n`' }),
  releases: Type.Array(Type.String(), { description: 'The columns, the oldest release first' }),
  rows: Type.Array(
    Type.Object({
      name: Type.String({ description: 'A node, a credential, `types`, or a package of the release' }),
      results: Type.Array(Type.String(), { description: 'One for each release: `loads`, or a version' }),
    }),
  ),
  omitted: Type.Optional(Type.Integer({ minimum: 1, description: 'Rows that are left out; absent if there are none' })),
  changes: Type.Array(
    Type.Object({ release: Type.String(), name: Type.String(), before: Type.String(), now: Type.String() }),
    { description: 'What is different in a release from the one before' },
  ),
});

export const Shipped = Type.Object({
  files: Type.Array(
    Type.Object({
      path: Type.String({ description: 'Relative to the package, with `/`' }),
      size: Type.Optional(
        Type.Integer({ minimum: 0, description: 'Bytes; absent for a script that is not built yet' }),
      ),
      hash: Type.Optional(
        Type.String({
          description: 'The first 128 bits of its SHA-256, as base64url; absent if its content is unknown',
        }),
      ),
      source: Type.Optional(Type.String({ description: 'The file that the build creates it from' })),
    }),
  ),
  folders: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Folders of which these are certainly all files; absent if these are all files of the package',
    }),
  ),
  unknown: Type.Optional(Type.String({ description: 'Why the files of a folder are not known' })),
});

export const RuleChange = Type.Object({
  code: Type.String(),
  severity: Type.Enum([...ruleSettings], { description: 'The configured setting of the rule' }),
});

export const CheckReport = Type.Object({
  name: Type.String(),
  title: Type.String(),
  passed: Type.Boolean(),
  essential: Type.Optional(
    Type.Boolean({ description: 'Whether errors of this check keep the host from loading the package; default false' }),
  ),
  message: Type.Optional(Type.String()),
  notChecked: Type.Optional(
    Type.Array(NotChecked, {
      description: 'Parts that the check did not check; absent if there are none',
    }),
  ),
  operations: Type.Optional(
    Type.Array(Operation, { description: 'Operations of nodes that the check ran; absent if it runs none' }),
  ),
  compatibility: Type.Optional(
    Type.Object(Compatibility.properties, {
      description: 'How the project works with releases of its host; absent if the check compares none',
    }),
  ),
  shipped: Type.Optional(
    Type.Object(Shipped.properties, {
      description:
        'Files that users of the package get, without declaration files, source maps and build caches; absent if the check does not tell',
    }),
  ),
  findings: Type.Array(Finding),
  duration: Type.Number({ minimum: 0, description: 'Milliseconds' }),
});

export const IgnoredFinding = Type.Object({
  ...Finding.properties,
  reason: Type.String({ description: 'Why it is ignored' }),
});

export const UnusedIgnore = Type.Object({
  code: Type.String(),
  file: Type.Optional(Type.String()),
  meant: Type.Optional(Type.String({ description: 'The code of a rule that is close to it, if no rule has the code' })),
});

const { code, severity, message, file, line, column } = Finding.properties;
const ComparedFindings = Type.Array(Type.Object({ code, severity, message, file, line, column }));
const Size = Type.Optional(Type.Integer({ minimum: 0, description: 'Bytes, if known' }));
const ComparedFiles = Type.Array(Type.Object({ path: Type.String(), size: Size }));

export const PublishedComparison = Type.Object({
  version: Type.Optional(Type.String({ description: 'The published version' })),
  notCompared: Type.Optional(
    Type.String({ description: 'Why the project is not compared; all other fields are absent then' }),
  ),
  findings: Type.Optional(
    Type.Object({
      came: ComparedFindings,
      went: ComparedFindings,
      stayed: ComparedFindings,
      notCompared: Type.Array(Type.String(), {
        description: 'Checks that did not run to their end in both, and how many findings cannot be compared',
      }),
    }),
  ),
  files: Type.Optional(
    Type.Object({
      added: ComparedFiles,
      removed: ComparedFiles,
      changed: Type.Array(Type.Object({ path: Type.String(), before: Size, size: Size })),
      notCompared: Type.Array(Type.String(), { description: 'What is not known of the files that will be published' }),
    }),
  ),
});

export const Verification = Type.Object({
  projectType: Type.String(),
  packageName: Type.String({ description: 'Name in package.json, else name of the folder, or the package reference' }),
  packageVersion: Type.Optional(Type.String({ description: 'Exact version of a published package' })),
  ruleset: Type.Optional(Type.String({ description: 'Name of the ruleset, if the project type has one' })),
  status: Type.Enum([...finalStatuses]),
  passed: Type.Boolean(),
  summary: Type.String(),
  checks: Type.Array(CheckReport),
  ignored: Type.Optional(
    Type.Array(IgnoredFinding, {
      description: 'Findings that the configuration or the baseline ignores; absent if there are none',
    }),
  ),
  unusedIgnores: Type.Optional(
    Type.Array(UnusedIgnore, {
      description: 'Entries of `ignore` in the configuration that match no finding; absent if there are none',
    }),
  ),
  unusedBaseline: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'How many findings are in the baseline only, of checks that ran to their end; absent if there are none',
    }),
  ),
  ruleChanges: Type.Optional(
    Type.Array(RuleChange, {
      description: 'Rules that the configuration turned off or changed; absent if there are none',
    }),
  ),
  published: Type.Optional(
    Type.Object(PublishedComparison.properties, {
      description: 'What is different from the published version; absent unless it was requested',
    }),
  ),
});
