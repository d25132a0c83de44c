import type { RuleSetting } from '../kernel/enums.ts';
import type { RuleChange } from '../kernel/result.ts';

/** The rules that the configuration of a run switches off or changes, each once. */
export class RuleChanges {
  readonly #settings = new Map<string, RuleSetting>();

  readonly note = (code: string, setting: RuleSetting): void => {
    this.#settings.set(code, setting);
  };

  /** By code: the same for the same configuration, whatever was found first. */
  list(): RuleChange[] {
    const codes = [...this.#settings].sort(([a], [b]) => (a < b ? -1 : 1));
    return codes.map(([code, severity]) => ({ code, severity }));
  }
}
