import { jsonReport } from '../../kernel/report/json.ts';
import { junitReport } from '../../kernel/report/junit.ts';
import { markdownReport } from '../../kernel/report/markdown.ts';
import type { ReportFormat } from '../../kernel/report/report.ts';
import { sarifReport } from '../../kernel/report/sarif.ts';
import { htmlReport } from './report-page.ts';

interface Download {
  title: string;
  render: ReportFormat;
  type: string;
  /** Extension of the file name. */
  extension: string;
}

/** The downloadable reports, by their name in the URL. */
export const reportFormats: Readonly<Record<string, Download>> = {
  json: { title: 'JSON', render: jsonReport, type: 'application/json; charset=utf-8', extension: 'json' },
  sarif: { title: 'SARIF', render: sarifReport, type: 'application/sarif+json', extension: 'sarif' },
  md: { title: 'Markdown', render: markdownReport, type: 'text/markdown; charset=utf-8', extension: 'md' },
  html: { title: 'HTML', render: htmlReport, type: 'text/html; charset=utf-8', extension: 'html' },
  junit: { title: 'JUnit', render: junitReport, type: 'application/xml; charset=utf-8', extension: 'junit.xml' },
};
