import type { Finding } from './finding.ts';
import { type CheckReport, findingsOf } from './result.ts';

/** What became of the findings of a run in a later one. */
export interface FindingChanges {
  came: Finding[];
  went: Finding[];
  stayed: Finding[];
}

/**
 * Compares the findings of two runs of a project. A finding stays if code, file and message are the same, each as often as
 * it was there: its line may have moved.
 */
export function compareFindings(before: readonly CheckReport[], now: readonly CheckReport[]): FindingChanges {
  const left = Map.groupBy(findingsOf(before), keyOf);
  const came: Finding[] = [];
  const stayed: Finding[] = [];
  for (const finding of findingsOf(now)) {
    const isSame = left.get(keyOf(finding))?.shift() !== undefined;
    (isSame ? stayed : came).push(finding);
  }
  return { came, went: [...left.values()].flat(), stayed };
}

const keyOf = ({ code, file, message }: Finding) => JSON.stringify([code, file, message]);
