import type { Finding } from '../finding.ts';

/** Findings that say the same of several places, in the order in which the first of each was found. */
export function alike(findings: readonly Finding[]): Finding[][] {
  const groups = Map.groupBy(findings, ({ code, severity, message, fix }) =>
    JSON.stringify([code, severity, message, fix]),
  );
  return [...groups.values()];
}

/** The places of findings, file by file, as `nodes/A.ts:3:5, 8:1`; a file as a whole by its name. */
export function placesByFile(findings: readonly Finding[]): string[] {
  const files = Map.groupBy(
    findings.filter(({ file }) => file !== undefined),
    ({ file = '' }) => file,
  );
  return [...files].map(([file, inFile]) => {
    const places = inFile.flatMap(({ line, column }) =>
      line === undefined ? [] : [column === undefined ? `${line}` : `${line}:${column}`],
    );
    return places.length === 0 ? file : `${file}:${places.join(', ')}`;
  });
}
