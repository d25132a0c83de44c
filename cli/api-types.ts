import type { Verification } from '../kernel/result.ts';
import type { RunUpdate } from './run-update.ts';

/** What to verify, and how: a project folder, or a published package. */
export interface VerifyProjectOptions {
  /** Project folder; default: the current folder. */
  cwd?: string;
  /** Published package, `name` or `name@version`, instead of a folder; needs `type`. */
  package?: string;
  /** Project type; default: the configuration, then detected. */
  type?: string;
  /** Time limit in seconds; default: the configuration, then 300. */
  timeout?: number;
  /** Fields of `.service/config.json` that replace those of the file. */
  config?: Readonly<Record<string, unknown>>;
  /** Whether nothing is downloaded; default false. */
  offline?: boolean;
  /** Whether cached results are used; default true. */
  cache?: boolean;
  /** Whether the project is compared with its published version, in `published` of the result; not with `package`. */
  againstPublished?: boolean;
  /** Whether the plugins of the project configuration run, which are code with all rights of this process; default false. */
  allowPlugins?: boolean;
  /** Cancels the run; its status is then `rejected`. */
  signal?: AbortSignal;
  /** Called with each event: creation, log lines, progress, and the end. */
  onEvent?(event: RunUpdate): void;
}

/** The result of a run with all findings: the document of `--report json`. */
export interface VerifyProjectResult extends Verification {
  /** Starts with `local-`. */
  runId: string;
  creditsUsed: number;
}

/**
 * Verifies a project or a published package on this machine, like `service verify --local`.
 * @throws {ServiceError} with a `code`, if there is nothing to verify: invalid options or configuration, no files
 */
export type Verify = (options?: VerifyProjectOptions) => Promise<VerifyProjectResult>;
