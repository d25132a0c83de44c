import { stringify } from 'yaml';
import type { Finding } from '../../kernel/finding.ts';
import { type Comparison, placeOf, type VerdictComparison } from './compare.ts';

const counted = ['right', 'useless', 'wrong', 'unjudged', 'vanished'] as const;
type Counted = (typeof counted)[number];

/** Whether something is told that is wrong, or is no more told that was right. */
export const isFailure = ({ wrong, vanished }: Comparison): boolean => wrong.length + vanished.length > 0;

/** One project: its counts and verdicts, and all that somebody has to look at. */
export function projectText(name: string, comparison: Comparison): string {
  const { right, useless, wrong, unjudged, vanished } = comparison;
  const counts = `${right.length} right, ${useless.length} useless, ${wrong.length} wrong, ${unjudged.length} unjudged`;
  return [
    `${name}: ${counts}; load ${verdictText(comparison.load)}; types ${verdictText(comparison.types)}`,
    ...wrong.map(({ finding, why }) => `  wrong: ${findingText(finding)}\n    ${why}`),
    ...vanished.map(({ code, place }) => `  vanished: ${code} ${place || '(anywhere)'}`),
    ...unjudged.map((finding) => `  unjudged: ${findingText(finding)}`),
  ].join('\n');
}

/** Of every code how often it is told rightly and wrongly, the worst first. */
export function codesText(comparisons: readonly Comparison[]): string {
  const rows = new Map<string, Record<Counted, number>>();
  const add = (code: string, kind: Counted) => {
    const row = rows.get(code) ?? { right: 0, useless: 0, wrong: 0, unjudged: 0, vanished: 0 };
    row[kind] += 1;
    rows.set(code, row);
  };
  for (const { right, useless, wrong, unjudged, vanished } of comparisons) {
    for (const { code } of right) add(code, 'right');
    for (const { code } of useless) add(code, 'useless');
    for (const { finding } of wrong) add(finding.code, 'wrong');
    for (const { code } of unjudged) add(code, 'unjudged');
    for (const { code } of vanished) add(code, 'vanished');
  }
  const sorted = [...rows].sort(([a, x], [b, y]) => y.wrong - x.wrong || y.unjudged - x.unjudged || (a < b ? -1 : 1));
  const width = Math.max(4, ...sorted.map(([code]) => code.length));
  const line = (code: string, cells: readonly (string | number)[]) =>
    [code.padEnd(width), ...cells.map((cell) => String(cell).padStart(8))].join(' ');
  return [
    line('code', counted),
    ...sorted.map(([code, row]) =>
      line(
        code,
        counted.map((kind) => row[kind]),
      ),
    ),
  ].join('\n');
}

/** What nobody has judged yet, as a file of judgments has it. */
export function judgmentsToWrite({ unjudged }: Comparison): string {
  const byCode = Map.groupBy(unjudged, ({ code }) => code);
  const judgments = [...byCode].map(([code, findings]) => {
    const places = [...new Set(findings.map(placeOf))].filter((place) => place !== '');
    return { code, ...(places.length > 0 && { at: places }), judged: '', why: '' };
  });
  return judgments.length === 0 ? '' : stringify(judgments, { lineWidth: 0 });
}

function findingText(finding: Finding): string {
  return `${finding.severity} ${finding.code} ${placeOf(finding)} ${finding.message}`;
}

function verdictText({ said, truth, differs }: VerdictComparison): string {
  if (truth === 'unknown') return `${said} (not known)`;
  return differs ? `${said.toUpperCase()}, but it is ${truth}` : `${said} (it is ${truth})`;
}
