import type { Finding } from '../finding.ts';
import { type CheckReport, outcomeOf, type Verification } from '../result.ts';

/** What is different between the findings of two runs. */
export interface RunComparison {
  /** Findings of the second run only. */
  came: Finding[];
  /** Findings of the first run only. */
  went: Finding[];
  /** Findings of both, as the second has them. */
  stayed: Finding[];
  /** Names of checks that did not run to their end in both: their findings are not compared. */
  notCompared: string[];
}

/** Compares two runs of a package. Findings match by code, file and message: lines move. */
export function compareRuns(before: Verification, after: Verification): RunComparison {
  const [first, second] = [completeChecks(before), completeChecks(after)];
  const left = new Map<string, Finding[]>();
  const shared = [...second.keys()].filter((name) => first.has(name));
  for (const finding of shared.flatMap((name) => first.get(name)?.findings ?? [])) {
    const key = keyOf(finding);
    left.set(key, [...(left.get(key) ?? []), finding]);
  }
  const came: Finding[] = [];
  const stayed: Finding[] = [];
  for (const finding of shared.flatMap((name) => second.get(name)?.findings ?? [])) {
    const wasThere = left.get(keyOf(finding))?.shift() !== undefined;
    (wasThere ? stayed : came).push(finding);
  }
  const names = new Set([...before.checks, ...after.checks].map(({ name }) => name));
  const notCompared = [...names].filter((name) => !shared.includes(name));
  return { came, went: [...left.values()].flat(), stayed, notCompared };
}

/** The checks that ran and did not break off, by name. */
function completeChecks({ status, checks }: Verification): Map<string, CheckReport> {
  if (status !== 'success' && status !== 'failed') return new Map();
  const complete = checks.filter(
    (check) => outcomeOf(check) === 'passed' || check.findings.some(({ severity }) => severity === 'error'),
  );
  return new Map(complete.map((check) => [check.name, check]));
}

function keyOf({ code, file = '', message }: Finding): string {
  return JSON.stringify([code, file, message]);
}
