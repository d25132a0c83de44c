import type { Isolation } from '../../../runner/sandbox/isolation.ts';
import type { Source } from '../../../runner/source/source.ts';
import type { Targets } from '../../runner/sandbox/hostile/hostile-project.ts';
import type { Contents, WholeRun } from '../whole-run.ts';

/** One hostile project: what it holds, and what must come of verifying it. */
export interface HostileRow {
  name: string;
  mode: Source['mode'];
  files: (targets: Targets) => Contents;
  /** Codes that are among the findings. */
  finds?: readonly string[];
  /** Codes that are not. */
  notFound?: readonly string[];
  /** Whether its operations are run too. */
  operations?: boolean;
  /** Seconds for the whole run, for what may take all of them: such a run ends as `failed` or as `timeout`. */
  timeout?: number;
  /** More that must hold. */
  held?(run: WholeRun): void;
  /** Whether loading it never ends: it is given less time than others. */
  endless?: boolean;
  /** Isolations that can't hold it, and why. */
  notHeld?: Partial<Record<Isolation['name'], string>>;
}
