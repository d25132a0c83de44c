import type { Finding } from '../kernel/finding.ts';
import type { IgnoredFinding, UnusedIgnore } from '../kernel/result.ts';
import { closest } from '../kernel/suggestion.ts';
import { excludeRules, type IgnoreRules } from './source/ignore-rules.ts';

/** An entry of `ignore` in the configuration. */
interface IgnoreEntry {
  code: string;
  /** Files, in `.gitignore` syntax; all files and the project itself if absent. */
  file?: string;
  reason: string;
}

/** Findings that existed when the baseline was written, and how many of each. */
interface BaselineEntry {
  code: string;
  file?: string;
  message: string;
  count: number;
}

export interface IgnoreOptions {
  entries: readonly IgnoreEntry[];
  baseline: readonly BaselineEntry[];
}

const baselineReason = 'in the baseline';

/**
 * Sets findings aside that the configuration or the baseline ignores. Findings match a baseline by code, file and message: lines
 * move.
 */
export class IgnoredFindings {
  readonly #entries: { entry: IgnoreEntry; files: IgnoreRules | undefined; used: boolean }[];
  readonly #baseline = new Map<string, { code: string; left: number }>();
  /** Those of the baseline. */
  readonly #known: ReadonlySet<string>;
  readonly #ignored: IgnoredFinding[] = [];

  constructor({ entries, baseline }: IgnoreOptions = { entries: [], baseline: [] }) {
    this.#entries = entries.map((entry) => ({
      entry,
      files: entry.file === undefined ? undefined : excludeRules([entry.file]),
      used: false,
    }));
    for (const entry of baseline) this.#baseline.set(keyOf(entry), { code: entry.code, left: entry.count });
    this.#known = new Set(this.#baseline.keys());
  }

  /** Whether the finding is ignored; it is then listed. */
  take(finding: Finding): boolean {
    const reason = this.#reasonOf(finding);
    if (reason === undefined) return false;
    this.#ignored.push({ ...finding, reason });
    return true;
  }

  /** Whether `take` may ignore the finding. */
  mayTake(finding: Finding): boolean {
    return this.#entryFor(finding) !== undefined || this.#known.has(keyOf(finding));
  }

  list(): IgnoredFinding[] {
    return this.#ignored;
  }

  /**
   * Entries of the configuration that match no finding.
   * @param codes of all rules
   */
  unused(codes: ReadonlySet<string>): UnusedIgnore[] {
    return this.#entries
      .filter(({ used }) => !used)
      .map(({ entry: { code, file } }) => {
        const meant = codes.has(code) ? undefined : closest(code, codes);
        return { code, ...(file !== undefined && { file }), ...(meant !== undefined && { meant }) };
      });
  }

  /**
   * The number of findings that are in the baseline only.
   * @param isJudged whether every finding of a code was found
   */
  gone(isJudged: (code: string) => boolean): number {
    const left = [...this.#baseline.values()].filter((entry) => entry.left > 0 && isJudged(entry.code));
    return left.reduce((sum, entry) => sum + entry.left, 0);
  }

  #entryFor({ code, file }: Finding) {
    return this.#entries.find(
      ({ entry, files }) => entry.code === code && (!files || (file !== undefined && files.ignores(file, false))),
    );
  }

  #reasonOf(finding: Finding): string | undefined {
    const match = this.#entryFor(finding);
    if (match) {
      match.used = true;
      return match.entry.reason;
    }
    const known = this.#baseline.get(keyOf(finding));
    if (known === undefined || known.left === 0) return undefined;
    known.left -= 1;
    return baselineReason;
  }
}

function keyOf({ code, file = '', message }: Pick<Finding, 'code' | 'file' | 'message'>): string {
  return JSON.stringify([code, file, message]);
}
