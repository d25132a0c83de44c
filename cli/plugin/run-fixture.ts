import type { Check } from '../../kernel/check.ts';
import { createKernel } from '../../kernel/kernel.ts';
import type { CheckReport } from '../../kernel/result.ts';
import { chooseIsolation, type Isolation } from '../../runner/sandbox/isolation.ts';
import { folderFiles } from '../../runner/source/folder-files.ts';
import { folderSource } from '../../runner/source/folder-source.ts';
import { verify } from '../../runner/verify.ts';
import type { Fixture } from './find-fixtures.ts';

/** Seconds for a check on a fixture, unless its own time limit is longer. */
const minTimeout = 60;

/** The report of a check on a fixture, or why there is none. */
export type FixtureResult = { report: CheckReport } | { problem: string };

/** Runs checks on fixtures like in a run. Chooses the isolation when a check first uses the sandbox. */
export class FixtureRunner {
  readonly #signal: AbortSignal;
  #isolation: Promise<Isolation> | undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /**
   * @param check runs alone, as if the checks that it `needs` passed
   * @param type name of its project type
   */
  async run(fixture: Fixture, check: Check, type: string): Promise<FixtureResult> {
    this.#signal.throwIfAborted();
    const files = (await folderFiles(fixture.folder)).list();
    if (files.length === 0) return { problem: 'has no files' };
    const [mode = 'project'] = check.modes;
    const alone: Check = { ...check, needs: [], run: (context) => check.run(context) };
    const kernel = createKernel({
      plugins: [{ name: 'fixture', projectTypes: [{ name: type, title: type, checks: [alone] }] }],
    });
    const { checks, summary } = await verify(
      { ...folderSource({ folder: fixture.folder, files }), mode },
      {
        kernel,
        projectType: type,
        timeout: Math.max(minTimeout, (check.timeout ?? 0) + 1),
        signal: this.#signal,
        sandbox: async (project) => (await this.#isolated()).sandbox(project),
      },
    );
    this.#signal.throwIfAborted();
    const [report] = checks;
    return report ? { report } : { problem: `cannot be verified: ${summary}` };
  }

  async close(): Promise<void> {
    await (await this.#isolation)?.close?.();
  }

  #isolated(): Promise<Isolation> {
    this.#isolation ??= chooseIsolation();
    return this.#isolation;
  }
}
