import Type from 'typebox';
import { Verification } from '../result-schemas.ts';
import { jsonText, type ReportFormat } from './report.ts';

/** Schema of the `json` report, published as docs/report.schema.json. New fields may be added. */
export const JsonReport = Type.Object(
  {
    runId: Type.String({ description: 'Starts with `local-` for a local run' }),
    ref: Type.Optional(Type.String({ description: 'Git ref, branch or commit that the run is tagged with' })),
    gitRemote: Type.Optional(Type.String({ description: 'URL of the git remote of the project' })),
    gitCommit: Type.Optional(Type.String({ description: 'The commit that was checked out' })),
    gitBranch: Type.Optional(Type.String({ description: 'The branch that was checked out' })),
    gitDirty: Type.Optional(Type.Boolean({ description: 'Whether files of the project differed from the commit' })),
    creditsUsed: Type.Number({ minimum: 0 }),
    ...Verification.properties,
  },
  { title: 'Report of `service verify --report json`' },
);

/** The complete run with all findings. */
export const jsonReport: ReportFormat = ({ runId, creditsUsed, ref, git, verification }) =>
  jsonText({ runId, ...(ref !== undefined && { ref }), ...git, creditsUsed, ...verification } satisfies Type.Static<
    typeof JsonReport
  >);
