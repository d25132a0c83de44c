import type { Observation, Rule } from '../../../kernel/finding.ts';

/** A fault as a rule's own code sees it. */
export type Fault = Omit<Observation, 'code'>;

/** A rule, and how its faults are found in what it looks at. */
export interface Finder<Subject> {
  rule: Rule;
  find(subject: Subject): Iterable<Fault> | AsyncIterable<Fault>;
}

/** How many faults of one rule are told. A hostile project may hold a million; the last one told says so. */
const enough = 50;

/** What all finders see in a subject. */
export async function* findAll<Subject>(
  finders: readonly Finder<Subject>[],
  subject: Subject,
): AsyncGenerator<Observation> {
  for (const { rule, find } of finders) {
    let told = 0;
    for await (const fault of find(subject)) {
      told += 1;
      if (told === enough) {
        yield { code: rule.code, ...fault, message: `${fault.message} (and more of the same: the rest is not listed)` };
        break;
      }
      yield { code: rule.code, ...fault };
    }
  }
}
