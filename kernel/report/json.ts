import { jsonText, type ReportFormat } from './report.ts';

/** Everything that is known of a run, findings included. */
export const jsonReport: ReportFormat = ({ runId, creditsUsed, ref, verification }) =>
  jsonText({ runId, ...(ref !== undefined && { ref }), creditsUsed, ...verification });
