import type { Severity } from '../enums.ts';
import { type Finding, inReadingOrder } from '../finding.ts';

/** Findings of one code and severity, in reading order. Never empty. */
export interface RuleGroup {
  code: string;
  severity: Severity;
  findings: readonly [Finding, ...Finding[]];
}

/** Groups findings by code: errors before warnings, then in the order of the first of each group. */
export function groupByRule(findings: readonly Finding[]): RuleGroup[] {
  const groups = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of inReadingOrder(findings)) {
    const key = `${finding.severity} ${finding.code}`;
    const group = groups.get(key);
    if (group) group.push(finding);
    else groups.set(key, [finding]);
  }
  return [...groups.values()].map((group) => ({ code: group[0].code, severity: group[0].severity, findings: group }));
}

/** Locations of findings in one file: `nodes/A.ts` and `3:5`, `8:1`; no positions if only the path is known. */
interface FileLocations {
  file: string;
  positions: string[];
}

/** Returns the locations of findings by file; findings without a file have none. */
export function locationsByFile(findings: readonly Finding[]): FileLocations[] {
  const files = Map.groupBy(
    findings.filter(({ file }) => file !== undefined),
    ({ file = '' }) => file,
  );
  return [...files].map(([file, inFile]) => ({
    file,
    positions: inFile.flatMap(({ line, column }) =>
      line === undefined ? [] : [column === undefined ? `${line}` : `${line}:${column}`],
    ),
  }));
}

/** Formats locations in one file: `nodes/A.ts:3:5, 8:1, …`, with at most `max` positions. */
export function locationsText({ file, positions }: FileLocations, max = Number.POSITIVE_INFINITY): string {
  if (positions.length === 0) return file;
  const more = positions.length > max ? [`… (${positions.length - max} more)`] : [];
  return `${file}:${[...positions.slice(0, max), ...more].join(', ')}`;
}
