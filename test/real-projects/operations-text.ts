import type { CheckReport, Operation } from '../../kernel/result.ts';

/** Reasons that are told. */
const maxReasons = 40;

/** How many operations and other parts of nodes were exercised, and why the others were not, the most frequent reasons first. */
export function operationsText(checks: readonly CheckReport[]): string {
  const rows = checks.flatMap(({ operations = [] }) => operations);
  const [operations, parts] = [rows.filter(({ kind }) => kind === undefined), rows.filter(({ kind }) => kind)];
  const reasons = Map.groupBy(
    rows.filter(({ outcome }) => outcome !== 'exercised'),
    reasonOf,
  );
  const sorted = [...reasons].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  return [
    `${exercised(operations)} operations, ${exercised(parts)} other parts exercised`,
    ...sorted.slice(0, maxReasons).map(([reason, all]) => `${String(all.length).padStart(6)} ${reason}`),
  ].join('\n');
}

const exercised = (rows: readonly Operation[]) =>
  `${rows.filter(({ outcome }) => outcome === 'exercised').length} of ${rows.length}`;

/** The same for different names and values: `loadOptions: it rejects the values: Invalid "*"`. */
function reasonOf({ kind, reason = '' }: Operation): string {
  return `${kind === undefined ? '' : `${kind}: `}${reason.replace(/"[^"]*"|'[^']*'/g, '"*"').replace(/\d+/g, '*')}`;
}
