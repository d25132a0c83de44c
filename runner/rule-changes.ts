import type { RuleSetting } from '../kernel/enums.ts';
import type { RuleChange } from '../kernel/result.ts';

/** Collects the rules that the configuration of a run switches off or changes. */
export class RuleChanges {
  readonly #settings = new Map<string, RuleSetting>();

  readonly note = (code: string, setting: RuleSetting): void => {
    this.#settings.set(code, setting);
  };

  /** Sorted by code, so that the order does not depend on the findings. */
  list(): RuleChange[] {
    const codes = [...this.#settings].sort(([a], [b]) => (a < b ? -1 : 1));
    return codes.map(([code, severity]) => ({ code, severity }));
  }
}
