import type { Observation, Rule as RuleDocumentation } from '../../kernel/index.ts';
import type { Plain } from './model/parameters/plain.ts';

/** The part of a description that a violation is about, to be located in the sources. */
export interface About {
  /** An object of a description: a node, a parameter, an option, a credential. */
  object?: Plain;
  /** One of its fields. */
  key?: string;
  /** A text that stands there as it is. */
  text?: string;
}

/** One place at which a subject breaks a rule. Severity and fix are the rule's unless given. */
export interface Violation extends Omit<Observation, 'code'> {
  /** The part of a description that it is about, to be located in the sources. */
  about?: About;
}

/**
 * A rule: its documentation, and the function that finds its violations in a subject: a manifest, a node, a source file.
 * `npm run new-rule` makes one with its test.
 */
export interface Rule<Subject, Found extends { message: string } = Violation> extends RuleDocumentation {
  /**
   * Codes of n8n's linter, or `types-error` for TypeScript, that report the same fault: where one of them does, this
   * rule reports nothing. A code that ends with `-` stands for all that begin with it.
   */
  supersededBy?: readonly string[];
  /** The fault is one of the package, however many nodes show it: reported once, with the other places as evidence. */
  oncePerPackage?: true;
  check(subject: Subject): Iterable<Found> | AsyncIterable<Found>;
}

/** What the kernel has to know of rules. */
export function documentationOf(rules: readonly RuleDocumentation[]): RuleDocumentation[] {
  return rules.map(({ code, title, severity, why, fix, bad, good, docs }) => ({
    code,
    title,
    severity,
    why,
    fix,
    bad,
    good,
    ...(docs !== undefined && { docs }),
  }));
}

/** A rule about parts, for the subject that has them. */
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
