import type { Observation } from '../../kernel/index.ts';
import type { Rule } from './rule.ts';

/** Maximum violations of one rule in one subject; a hostile project may have a million. */
const maxViolations = 25;
/** Characters of a message, which may contain names of the project of any length. */
const maxMessageLength = 600;

interface Reported {
  message: string;
  file?: string | undefined;
  line?: number | undefined;
  column?: number | undefined;
  start?: number;
}

/** Limits and deduplicates the violations of one rule in one subject; the last one says that there are more. */
export class ReportedViolations {
  readonly #seen = new Set<string>();

  get isFull(): boolean {
    return this.#seen.size >= maxViolations;
  }

  /** Undefined for a duplicate, and beyond the limit. */
  admit<Found extends Reported>(violation: Found): Found | undefined {
    const { message, file, line, column, start } = violation;
    const key = JSON.stringify([message, file, line, column, start]);
    if (this.isFull || this.#seen.has(key)) return undefined;
    this.#seen.add(key);
    const short = message.length > maxMessageLength ? `${message.slice(0, maxMessageLength)}…` : message;
    return { ...violation, message: this.isFull ? `${short} (and more: the rest is not listed)` : short };
  }

  *admitAll<Found extends Reported>(violations: Iterable<Found> = []): Generator<Found> {
    for (const found of violations) {
      const violation = this.admit(found);
      if (violation) yield violation;
      if (this.isFull) return;
    }
  }
}

/** A violation with its rule. */
export interface BrokenRule<Found> {
  rule: Omit<Rule<never>, 'check'>;
  violation: Found;
}

/** The violations of all rules in a subject. */
export async function* violationsOf<Subject, Found extends Reported>(
  rules: readonly Rule<Subject, Found>[],
  subject: Subject,
): AsyncGenerator<BrokenRule<Found>> {
  for (const rule of rules) {
    const reported = new ReportedViolations();
    for await (const found of rule.check(subject)) {
      const violation = reported.admit(found);
      if (violation) yield { rule, violation };
      if (reported.isFull) break;
    }
  }
}

/** The same, for a check to yield. */
export async function* checkRules<Subject>(
  rules: readonly Rule<Subject>[],
  subject: Subject,
): AsyncGenerator<Observation> {
  for await (const { rule, violation } of violationsOf(rules, subject)) {
    const { about: _, concerns: __, ...observation } = violation;
    yield { code: rule.code, ...observation };
  }
}
