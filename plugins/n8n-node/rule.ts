import type { Observation, Rule as RuleDocumentation } from '../../kernel/index.ts';
import { type Plain, plainOf } from './model/parameters/plain.ts';

/** The part of a description that a violation is about, to be located in the sources. */
export interface About {
  /** An object of a description: a node, a parameter, an option, a credential. */
  object?: Plain;
  /** One of its fields. */
  key?: string;
  /** A text of the source. */
  text?: string;
}

/** What violations of several checks may be about: a part of a description, or a name. */
export type Concern = Plain | string;

/** A violation of a rule. Severity and fix replace those of the rule. */
export interface Violation extends Omit<Observation, 'code'> {
  /** The part of a description to locate in the sources. */
  about?: About;
  /** All that it is about, where that is not `about`: a rule of another check may report the same fault there. */
  concerns?: readonly Concern[];
  /** It is about the build or the package, so findings of n8n's linter at the same location are about something else. */
  isOfBuild?: true;
}

/** What a violation is about. */
export function concernsOf({ about: { object, key } = {}, concerns }: Violation): readonly Concern[] {
  return concerns ?? (object ? [(key !== undefined && plainOf(object[key])) || object] : []);
}

/**
 * A rule: its documentation, and the function that finds its violations in a subject: a manifest, a node, a source file.
 * `npm run new-rule` creates one with its test.
 */
export interface Rule<Subject, Found extends { message: string } = Violation> extends RuleDocumentation {
  /** Whether the violations of all nodes are one finding, with their locations as evidence. */
  oncePerPackage?: true;
  check(subject: Subject): Iterable<Found> | AsyncIterable<Found>;
}

/** The first items, and the number of the others, for messages. */
export function listed(items: readonly string[], { most = 5, between = ', ' } = {}): string {
  const some = items.slice(0, most).join(between);
  return items.length > most ? `${some} and ${items.length - most} more` : some;
}

/** The documentation of rules, for the kernel. */
export function documentationOf(rules: readonly RuleDocumentation[]): RuleDocumentation[] {
  return rules.map(({ code, title, severity, why, fix, bad, good, docs, supersededBy, onlyIn, essential }) => ({
    ...{ code, title, severity, why, fix, bad, good },
    ...(docs !== undefined && { docs }),
    ...(supersededBy && { supersededBy }),
    ...(onlyIn && { onlyIn }),
    ...(essential && { essential }),
  }));
}

/** Applies a rule about parts to a subject that contains them. */
export function overParts<Part, Subject>(
  rule: Rule<Part>,
  partsOf: (subject: Subject) => Iterable<Part>,
): Rule<Subject> {
  return {
    ...rule,
    async *check(subject) {
      for (const part of partsOf(subject)) yield* rule.check(part);
    },
  };
}
