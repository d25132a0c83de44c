import { expect, it } from 'vitest';
import type { Observation, Rule } from '../../../kernel/finding.ts';

/** What the tests of a file have seen its rules do. */
export interface EveryRule {
  /** Expects a rule among what was found. */
  raised(code: string, found: readonly (string | Pick<Observation, 'code'>)[]): void;
  /** Expects rules not to be among what was found in a project that they examined. */
  notRaised(codes: string | readonly string[], found: readonly (string | Pick<Observation, 'code'>)[]): void;
  /** Adds the test that each rule was raised, and was not raised by a near miss: below all others. */
  seen(): void;
}

/** For the test of some rules: holds it to each of them. */
export function everyRule(rules: readonly Pick<Rule, 'code'>[]): EveryRule {
  const [raised, notRaised] = [new Set<string>(), new Set<string>()];
  const all = rules.map(({ code }) => code).sort();
  const codesOf = (found: Parameters<EveryRule['raised']>[1]) =>
    found.map((one) => (typeof one === 'string' ? one : one.code));
  return {
    raised(code, found) {
      expect(codesOf(found)).toContain(code);
      raised.add(code);
    },
    notRaised(codes, found) {
      for (const code of [codes].flat()) {
        expect(codesOf(found)).not.toContain(code);
        notRaised.add(code);
      }
    },
    seen() {
      it('every rule is raised, and is not raised by a near miss', () => {
        expect([...raised].sort()).toEqual(all);
        expect([...notRaised].sort()).toEqual(all);
      });
    },
  };
}
