import { gitText } from '../../kernel/git-state.ts';
import { printable } from '../../kernel/printable.ts';
import type { RunRecord } from '../client/api-types.ts';
import { aligned } from './aligned.ts';

/** Returns the package of a run. */
export function subjectOf({ packageName, packageRef }: RunRecord): string {
  return packageRef ?? packageName ?? '';
}

/** Returns the status of a run in words, as the result says it. SPEC has no status for cancelled runs, which are rejected. */
export function statusOf({ status, cancelled }: Pick<RunRecord, 'status' | 'cancelled'>): string {
  if (cancelled) return 'cancelled';
  return status === 'success' ? 'passed' : status;
}

/** Formats a run record, one line per field. */
export function recordLines(record: RunRecord): string[] {
  const { runId, status, projectType, ref, ruleset, n8n, repeats, checks, queuePosition, links } = record;
  const facts: [name: string, value: string | undefined][] = [
    ['Run ID', runId],
    ['Package', subjectOf(record) || undefined],
    ['Project type', projectType],
    ['Ref', ref],
    ['Commit', gitText(record)],
    ['Ruleset', ruleset],
    ['n8n', n8n],
    ['Repeats run', repeats],
    ['Status', queuePosition === undefined ? statusOf(record) : `${status} (position ${queuePosition})`],
    ['Created', localTime(record.createdAt)],
    ['Started', localTime(record.startedAt)],
    ['Finished', localTime(record.finishedAt)],
    ['Checks done', checks && checks.total > 0 ? `${checks.done} of ${checks.total}` : undefined],
    ['Web', links?.web],
  ];
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${printable(value)}`]));
}

/** Formats a table of runs: ID, status, creation time, package, commit. */
export function tableOfRuns(runs: readonly RunRecord[]): string[] {
  const rows = runs.map((run) =>
    [run.runId, statusOf(run), localTime(run.createdAt) ?? '', subjectOf(run), gitText(run) ?? ''].map((cell) =>
      printable(cell),
    ),
  );
  return aligned(rows);
}

/** Returns `2026-11-20 23:05:07`, in local time; an invalid time stays as it is. */
export function localTime(time: string | undefined): string | undefined {
  if (time === undefined) return undefined;
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`;
}
