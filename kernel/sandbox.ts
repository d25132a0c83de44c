/**
 * How a check has something done in a child process that it must not do itself: whatever reads the project's code or
 * configuration. The kernel only names the shape; the runner implements it.
 */
export interface Sandbox {
  /** Which isolation is in force: `bubblewrap`, `permission-model`. */
  readonly isolation: string;
  /** Runs one program to its end. Never throws for what the program or the project does: that is in the outcome. */
  run(job: SandboxJob): Promise<SandboxOutcome>;
}

/** One program to run in a child process. */
export interface SandboxJob {
  /** Our own module, default-exporting a `SandboxProgram`. */
  program: URL;
  /** What the program is given, as JSON. */
  input: unknown;
  /**
   * `untrusted` runs the project's code: one process, no children, smallest limits. `tool` runs our tools over the
   * project's text: may start children (the TypeScript binary) and use more memory.
   */
  profile: 'tool' | 'untrusted';
  /**
   * What the program can be run with ahead of time, over an empty project, so that what it is made of is compiled before
   * it is needed. Nothing in it comes from a project.
   */
  rehearsal?(): Pick<SandboxJob, 'input' | 'overlay'>;
  /** Files to add to or to lay over the read-only project, by relative path (for example compiled output). */
  overlay?: Readonly<Record<string, string>>;
  /** A folder of `Packages.lay`, whose packages the child finds as if they were installed above the project. Tools only. */
  packages?: string | undefined;
  /** Whether the processor is better used by others: nothing else waits for what comes of it. */
  background?: boolean;
  /** Seconds; longer on a machine so busy that the program has to wait for a processor. */
  timeout: number;
  signal?: AbortSignal;
}

/** The default export of a program module, called in the child. What it returns goes back as JSON. */
export type SandboxProgram<Input, Output> = (place: SandboxPlace, input: Input) => Promise<Output> | Output;

/** The folders that a program in the sandbox has. */
export interface SandboxPlace {
  /** The project's folder as the child sees it, read-only. */
  project: string;
  /** An empty folder. A tool may write to it; the untrusted may where the isolation can bound how much. */
  scratch: string;
}

/** How a child ended, and what it printed. */
export type SandboxOutcome = {
  /** The last 64 KiB of what the child printed: untrusted. */
  output: string;
} & (
  | { kind: 'done'; result: unknown }
  /** The program itself threw. */
  | { kind: 'threw'; message: string }
  /** It ended without a result, was killed, or gave one that could not be read. */
  | { kind: 'ended'; reason: string; exitCode?: number; signal?: string }
  | { kind: 'timeout'; seconds: number }
);
