import { relative, resolve, sep } from 'node:path';
import { usageError } from '../kernel/errors.ts';
import type { ReportFormat } from '../kernel/report/report.ts';
import { didYouMean } from '../kernel/suggestion.ts';
import { repositoryRoot } from '../runner/source/repository.ts';
import type { RunRequest } from './run-request.ts';
import type { RunOutcome } from './run-update.ts';

const formats = {
  json: async () => (await import('../kernel/report/json.ts')).jsonReport,
  sarif: async () => (await import('../kernel/report/sarif.ts')).sarifReport,
  junit: async () => (await import('../kernel/report/junit.ts')).junitReport,
  md: async () => (await import('../kernel/report/markdown.ts')).markdownReport,
  html: async () => (await import('../cloud/pages/report-page.ts')).htmlReport,
  github: async () => (await import('../kernel/report/github.ts')).githubReport,
} as const satisfies Record<string, () => Promise<ReportFormat>>;

export const reportFormats: readonly string[] = Object.keys(formats);

/** A `--report`; without a path, or with `-`, it is printed. */
export interface ReportTarget {
  format: keyof typeof formats;
  path?: string;
}

/**
 * Reads `--report sarif=results.sarif`.
 * @param jsonOnStdout whether `--json` uses standard output
 * @throws {ServiceError} INVALID_USAGE
 */
export function parseReports(values: readonly string[], { jsonOnStdout }: { jsonOnStdout: boolean }): ReportTarget[] {
  const reports = values.map(parseReport);
  const printed = reports.filter(usesStandardOutput).length;
  if (printed > 0 && jsonOnStdout) throw usageError('--json already prints to standard output; give --report a path');
  if (printed > 1) throw usageError('Only one report can be printed to standard output; give the others a path');
  const paths = reports.flatMap(({ path }) => path ?? []);
  const twice = paths.find((path, index) => paths.slice(0, index).some((other) => resolve(other) === resolve(path)));
  if (twice !== undefined) throw usageError(`Two reports have the same path ${twice}; use different paths`);
  return reports;
}

/** Whether a report uses standard output exclusively; GitHub annotations do not. */
export function usesStandardOutput({ format, path }: ReportTarget): boolean {
  return path === undefined && format !== 'github';
}

/** Renders a report; the text is empty or ends with a line break. */
export async function renderReport(
  { format }: ReportTarget,
  outcome: RunOutcome,
  request: RunRequest,
): Promise<string> {
  const { subject, ref, kernel } = request;
  const git = subject.mode === 'project' ? subject.git : {};
  const folder = subject.mode === 'project' ? relative(readerOf(format, subject.folder), subject.folder) : '';
  const render: ReportFormat = await formats[format]();
  return render({
    ...outcome,
    ...(ref !== undefined && { ref }),
    git,
    rules: (await kernel()).rules(),
    folder: folder.replaceAll(sep, '/'),
  });
}

/** Returns the folder that paths are relative to: GitHub expects the root of the repository, others read reports where they are. */
function readerOf(format: ReportTarget['format'], folder: string): string {
  return (isForGitHub.has(format) ? repositoryRoot(folder) : undefined) ?? '.';
}

const isForGitHub: ReadonlySet<string> = new Set(['github', 'sarif', 'md']);

function parseReport(value: string): ReportTarget {
  const separator = value.indexOf('=');
  const format = separator === -1 ? value : value.slice(0, separator);
  if (!isFormat(format)) {
    const hint = didYouMean(format, reportFormats) || `; use one of: ${reportFormats.join(', ')}`;
    throw usageError(`Unknown report format "${format}"${hint}`);
  }
  if (separator === -1) return { format };
  const path = value.slice(separator + 1);
  if (path === '') throw usageError(`Missing path in --report ${format}=`);
  if (path === '-') return { format };
  return { format, path };
}

function isFormat(format: string): format is ReportTarget['format'] {
  return Object.hasOwn(formats, format);
}
