import PQueue from 'p-queue';
import {
  type ListedPackage,
  type PackagesFormat,
  type PackagesReport,
  packagesJson,
  packagesMarkdown,
} from '../kernel/report/packages.ts';
import { type BatchState, isFinal } from './client/api-types.ts';
import type { Cloud } from './client/cloud.ts';
import { readOutcome } from './client/read-outcome.ts';
import { retryBriefly } from './client/retry.ts';
import { webLink } from './client/web-link.ts';
import type { ReportTarget } from './report.ts';
import type { Terminal } from './terminal.ts';
import { writeNamedFile } from './write-named-file.ts';

const formats = {
  json: async () => packagesJson,
  md: async () => packagesMarkdown,
  html: async () => (await import('../cloud/pages/packages-report-page.ts')).packagesHtml,
} satisfies Partial<Record<ReportTarget['format'], () => Promise<PackagesFormat>>>;

/** A `--report` over all packages of a list. */
export interface PackageReportTarget extends ReportTarget {
  format: keyof typeof formats;
}

interface FinishedBatch {
  totals: Omit<PackagesReport, 'packages'>;
  packages: BatchState['packages'];
  projectType: string;
  cloud: Cloud;
  signal: AbortSignal;
}

/** Results that are fetched at the same time. */
const concurrency = 4;

/**
 * Fetches the results of a batch, and writes reports over all of its packages.
 * @throws {ServiceError} UNWRITABLE_PATH; if a result cannot be fetched
 */
export async function writePackageReports(
  targets: readonly PackageReportTarget[],
  { totals, packages, ...source }: FinishedBatch,
  terminal: Terminal,
): Promise<void> {
  const queue = new PQueue({ concurrency });
  const results = await Promise.all(packages.map((entry) => queue.add(() => listed(entry, source))));
  for (const { format, path } of targets) {
    const text = (await formats[format]())({ ...totals, packages: results });
    if (path === undefined) terminal.document(text);
    else await writeNamedFile(path, text);
  }
}

async function listed(
  { packageRef, runId, code }: BatchState['packages'][number],
  { projectType, cloud, signal }: Pick<FinishedBatch, 'projectType' | 'cloud' | 'signal'>,
): Promise<ListedPackage> {
  if (runId === undefined) return { packageRef, ...(code !== undefined && { code }) };
  const record = await retryBriefly(() => cloud.run(runId, { signal }), signal);
  const link = webLink(record, cloud);
  const entry = { packageRef, runId, ...(link !== undefined && { link }) };
  if (!isFinal(record)) return entry;
  const { verification } = await readOutcome(cloud, record, {
    findings: true,
    projectType,
    packageName: packageRef,
    signal,
  });
  return { ...entry, verification };
}
