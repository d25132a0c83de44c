import type { Finding } from '../finding.ts';

/** Groups findings with the same message, in the order of the first of each group. */
export function groupFindings(findings: readonly Finding[]): Finding[][] {
  const groups = Map.groupBy(findings, ({ code, severity, message, fix }) =>
    JSON.stringify([code, severity, message, fix]),
  );
  return [...groups.values()];
}

/** Returns the locations of findings by file: `nodes/A.ts:3:5, 8:1`; only the path if there is no line. */
export function locationsByFile(findings: readonly Finding[]): string[] {
  const files = Map.groupBy(
    findings.filter(({ file }) => file !== undefined),
    ({ file = '' }) => file,
  );
  return [...files].map(([file, inFile]) => {
    const locations = inFile.flatMap(({ line, column }) =>
      line === undefined ? [] : [column === undefined ? `${line}` : `${line}:${column}`],
    );
    return locations.length === 0 ? file : `${file}:${locations.join(', ')}`;
  });
}
