import Type from 'typebox';
import { Verification } from '../result-schemas.ts';
import { jsonText, type ReportFormat } from './report.ts';

/** Schema of the `json` report, published as docs/report.schema.json. New fields may be added. */
export const JsonReport = Type.Object(
  {
    runId: Type.String({ description: 'Starts with `local-` for a local run' }),
    ref: Type.Optional(Type.String({ description: 'Git ref, branch or commit that the run is tagged with' })),
    creditsUsed: Type.Number({ minimum: 0 }),
    ...Verification.properties,
  },
  { title: 'Report of `service verify --report json`' },
);

/** The complete run with all findings. */
export const jsonReport: ReportFormat = ({ runId, creditsUsed, ref, verification }) =>
  jsonText({ runId, ...(ref !== undefined && { ref }), creditsUsed, ...verification } satisfies Type.Static<
    typeof JsonReport
  >);
