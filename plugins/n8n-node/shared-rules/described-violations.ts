import { setImmediate } from 'node:timers/promises';
import type { Service, ServiceContext } from '../../../kernel/check.ts';
import type { CheckContext, Observation } from '../../../kernel/index.ts';
import { type BrokenRule, violationsOf } from '../check-rules.ts';
import { findLocations, type Location, maxSearched } from '../model/locations/find-locations.ts';
import { placeOf, together } from '../once-per-kind.ts';
import { concernsOf, type Rule, type Violation } from '../rule.ts';
import { type OwnFault, otherFindings } from '../superseded.ts';

/** A violation in the description of a node or credential, and its file. */
export interface DescribedViolation extends BrokenRule<Violation> {
  file: string;
}

/** The violations in nodes or credentials. @param subjects each with the file of its source */
export async function describedViolations<Subject>(
  rules: readonly Rule<Subject>[],
  subjects: AsyncIterable<readonly [subject: Subject, file: string]>,
): Promise<DescribedViolation[]> {
  const found: DescribedViolation[] = [];
  for await (const [subject, file] of subjects) {
    // Other runs share this process.
    await setImmediate();
    for await (const broken of violationsOf(rules, subject))
      found.push({ ...broken, file: broken.violation.file ?? file });
  }
  return found;
}

/** From this number of equal messages on, they are one finding: nodes were copied. */
const minRepeated = 3;

/** What a check reports about descriptions. */
export interface DescribedFindings {
  observations: readonly Observation[];
  /** The same, and what it leaves to others, for checks that would report it again. */
  faults: readonly OwnFault[];
  /** Whether their lines were looked for in time. */
  areLocated: boolean;
}

/**
 * The findings, with their lines in the sources as far as known, and without those that n8n's linter or TypeScript
 * report at the same location.
 * @param ownFaults what other checks report
 */
export async function describedFindings(
  context: ServiceContext,
  violations: readonly DescribedViolation[],
  ownFaults?: Service<readonly OwnFault[]>,
): Promise<DescribedFindings> {
  const others = await otherFindings(
    context,
    violations.flatMap(({ rule }) => rule.supersededBy ?? []),
    ownFaults,
  );
  const faults: OwnFault[] = [];
  const { located, areLocated } = await locate(context, violations);
  const seen = new Set<string>();
  const alike = new Map<string, { once: boolean; all: Observation[] }>();
  for (const [index, { rule, violation, file, location }] of located.entries()) {
    // Other runs share this process.
    if (index % 100 === 99) await setImmediate();
    const { about: _, concerns: __, isOfBuild, ...observed } = violation;
    const { severity = rule.severity } = violation;
    const supersededBy = isOfBuild ? [] : rule.supersededBy;
    const fault = { code: rule.code, severity, concerns: concernsOf(violation) };
    if (others.explain(supersededBy, fault)) continue;
    const lines = location ?? (violation.line === undefined ? undefined : { file, line: violation.line });
    const superseding = others.supersede(supersededBy, lines);
    faults.push({ ...fault, severity: superseding ?? severity });
    if (superseding !== undefined) continue;
    const { line, column } = location ?? violation;
    const observation: Observation = {
      code: rule.code,
      ...observed,
      file: location?.file ?? file,
      ...(line !== undefined && { line, column }),
    };
    // Nodes that share a file share its violations.
    const key = JSON.stringify([rule.code, placeOf(observation), column, violation.message]);
    if (seen.has(key)) continue;
    seen.add(key);
    const once = rule.oncePerPackage === true;
    const same = JSON.stringify(once ? [rule.code] : [rule.code, violation.severity, violation.message]);
    const group = alike.get(same) ?? { once, all: [] };
    alike.set(same, group);
    group.all.push(observation);
  }
  const observations = [...alike.values()].flatMap(({ once, all }) =>
    once || all.length >= minRepeated ? [...together(all)] : all,
  );
  return { observations: oncePerLoop(observations), faults, areLocated };
}

/** One finding for what a loop creates: many parts at one place, each with the same fault. */
function oncePerLoop(observations: readonly Observation[]): Observation[] {
  const keyOf = (one: Observation) =>
    one.line === undefined ? one : [one.code, one.severity, placeOf(one), one.column].join(' ');
  return [...Map.groupBy(observations, keyOf).values()].flatMap((all) =>
    all.length >= minRepeated ? [...together(all)] : all,
  );
}

/** The findings, for a check to yield. */
export function* observeDescribed(
  { notChecked }: Pick<CheckContext, 'notChecked'>,
  { observations, areLocated }: DescribedFindings,
): Generator<Observation> {
  if (!areLocated) notChecked('time limit reached', 'line numbers of findings');
  yield* observations;
}

async function locate(
  context: ServiceContext,
  violations: readonly DescribedViolation[],
): Promise<{ located: (DescribedViolation & { location: Location | undefined })[]; areLocated: boolean }> {
  const looked = violations.slice(0, maxSearched);
  const locations =
    looked.length === 0
      ? []
      : await findLocations(
          context,
          looked.map(({ violation: { about = {} }, file }) => ({ about, near: file })),
        );
  const located = violations.map((violation, index) => ({ ...violation, location: locations?.[index] }));
  return { located, areLocated: locations !== undefined };
}
