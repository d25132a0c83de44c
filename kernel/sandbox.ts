/**
 * Runs programs that read code or configuration of the project in an isolated child process. The runner implements it.
 */
export interface Sandbox {
  /** `bubblewrap` or `permission-model`. */
  readonly isolation: string;
  /** Runs a program until it exits. Never throws for errors of the program or the project; see the outcome. */
  run(job: SandboxJob): Promise<SandboxOutcome>;
}

/** Texts by relative path. */
type Overlay = Readonly<Record<string, string>>;

/** A program to run in a child process. */
export interface SandboxJob {
  /** A module of ours whose default export is a `SandboxProgram`. */
  program: URL;
  /** Input of the program, as JSON. It may be a promise, which must not reject: until it resolves, the program is prepared. */
  input: unknown;
  /**
   * `untrusted` runs code of the project: one process, no children, the strictest limits. `engine` is the same with more
   * processor time, for what runs that code many times. `tool` runs our tools on text of the project: it can start children
   * (the TypeScript binary) and use more memory.
   */
  profile: 'tool' | 'untrusted' | 'engine';
  /**
   * Input to run the program with in advance, on an empty project, so that its code is compiled and cached. Must not contain
   * anything from a project.
   */
  warmUp?(): Pick<SandboxJob, 'input' | 'overlay'>;
  /**
   * Files to add to the read-only project or to replace in it, by relative path, for example compiled output. It may be a
   * promise, which must not reject: until it resolves, the program is prepared with an empty project.
   */
  overlay?: Overlay | Promise<Overlay>;
  /** Folder of `Packages.provide` or `Packages.install`; the child sees its packages as if installed in a parent folder. */
  packages?: string | undefined;
  /** Folder of `Kits.find`; the child sees it read-only, at `SandboxFolders.kit`. */
  kit?: string | undefined;
  /** Runs with low priority: no other work waits for the result. */
  background?: boolean;
  /** Time limit in seconds, without the time spent waiting for a processor. */
  timeout: number;
  signal?: AbortSignal;
  /**
   * With `--watch`, a program that does the same, in most cases this one: it starts before the project is known. If it does not
   * finish, the job runs as usual.
   */
  ahead?: URL;
}

/** Aborts the signal of a job that was started early and is not needed. The run then goes on as if it had not been started. */
export const notNeeded = 'not needed';

/** Default export of a program module, called in the child. Its result is returned as JSON. */
export type SandboxProgram<Input, Output> = (place: SandboxFolders, input: Input) => Promise<Output> | Output;

/** Export `prepare` of a program module, called as soon as the child runs; the input is read after it. */
export type PrepareSandboxProgram = (place: SandboxFolders) => void | Promise<void>;

/** Folders of a program in the sandbox. */
export interface SandboxFolders {
  /** Project folder as the child sees it, read-only. */
  project: string;
  /** Empty folder. Writable for tools, and for untrusted programs if the isolation limits its size. */
  scratch: string;
  /** The kit of the job, read-only, if it has one. */
  kit?: string;
}

/** How a child exited, and its output. */
export type SandboxOutcome = {
  /** Last 64 KiB of the output; untrusted. */
  output: string;
} & (
  | { kind: 'done'; result: unknown }
  /** The program threw an error. */
  | { kind: 'threw'; message: string }
  /** The child exited without a result, was killed, or returned an unreadable result. */
  | { kind: 'ended'; reason: string; exitCode?: number; signal?: string }
  | { kind: 'timeout'; seconds: number }
);
