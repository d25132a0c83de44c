import { printable } from '../../kernel/printable.ts';
import type { RunRecord } from '../client/api-types.ts';

/** Returns the package of a run. */
export function subjectOf({ packageName, packageRef }: RunRecord): string {
  return packageRef ?? packageName ?? '';
}

/** Formats a run record, one line per field. */
export function recordLines(record: RunRecord): string[] {
  const { runId, status, projectType, ref, checks, queuePosition, links } = record;
  const facts: [name: string, value: string | undefined][] = [
    ['Run ID', runId],
    ['Package', subjectOf(record) || undefined],
    ['Project type', projectType],
    ['Ref', ref],
    ['Status', queuePosition === undefined ? status : `${status} (position ${queuePosition})`],
    ['Created', localTime(record.createdAt)],
    ['Started', localTime(record.startedAt)],
    ['Finished', localTime(record.finishedAt)],
    ['Checks done', checks && checks.total > 0 ? `${checks.done} of ${checks.total}` : undefined],
    ['Web', links?.web],
  ];
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${printable(value)}`]));
}

/** Formats a table of runs: ID, status, creation time, package. */
export function tableOfRuns(runs: readonly RunRecord[]): string[] {
  const rows = runs.map((run) =>
    [run.runId, run.status, localTime(run.createdAt) ?? '', subjectOf(run)].map((cell) => printable(cell)),
  );
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Returns `2026-11-20 23:05:07`, in local time; an invalid time stays as it is. */
function localTime(time: string | undefined): string | undefined {
  if (time === undefined) return undefined;
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`;
}
