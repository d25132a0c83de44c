import type { SandboxJob, SandboxOutcome } from '../../kernel/sandbox.ts';
import type { Isolation } from './isolation.ts';

/** What is known of a job before its project is. */
type Kind = Pick<SandboxJob, 'program' | 'warmUp' | 'profile' | 'kit' | 'packages' | 'timeout'> & { isLaid: boolean };

/** A process that waits for a job of its kind, and what it waits for. */
interface Waiting {
  kind: Kind;
  project: PromiseWithResolvers<string>;
  overlay: PromiseWithResolvers<Awaited<NonNullable<SandboxJob['overlay']>>>;
  input: PromiseWithResolvers<unknown>;
  outcome: Promise<SandboxOutcome | undefined>;
  stop: AbortController;
}

/**
 * Sandboxed processes that wait for the next run of a watched project, one for each program that asks for it, with the program
 * loaded and an empty folder in place of the project. They have the limits of every other one, do one job each, and end with
 * this process: see `--die-with-parent` in bubblewrap-arguments.ts.
 */
export class AheadPrograms {
  /** By program: what ran last. */
  readonly #kinds = new Map<string, Kind>();
  readonly #waiting = new Map<string, Waiting>();

  /**
   * Runs the job in the process that waits for one of its kind; undefined if none does, or it does not finish.
   * @param folder of the project
   */
  async run(job: SandboxJob, folder: () => Promise<string>): Promise<SandboxOutcome | undefined> {
    const { ahead: program, warmUp, profile, kit, packages, timeout, overlay, input, signal } = job;
    if (!program) return undefined;
    const isLaid = overlay !== undefined;
    const kind = { program, profile, kit, packages, timeout, isLaid, ...(warmUp && { warmUp }) };
    const waiting = this.#waiting.get(program.href);
    this.#kinds.set(program.href, kind);
    this.#waiting.delete(program.href);
    if (!waiting) return undefined;
    const stop = () => waiting.stop.abort();
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted || !isSame(waiting.kind, kind)) stop();
    folder().then(waiting.project.resolve, stop);
    waiting.overlay.resolve(overlay ?? {});
    waiting.input.resolve(input);
    const outcome = await waiting.outcome;
    signal?.removeEventListener('abort', stop);
    return outcome?.kind === 'done' ? outcome : undefined;
  }

  /** Starts a process for each kind of job that ran, unless one waits. */
  start({ name, sandbox }: Isolation): void {
    if (name !== 'bubblewrap') return;
    for (const [key, kind] of this.#kinds)
      if (!this.#waiting.has(key)) this.#waiting.set(key, this.#started(kind, sandbox));
  }

  #started(kind: Kind, sandbox: Isolation['sandbox']): Waiting {
    const { isLaid, ...job } = kind;
    const [project, overlay] = [Promise.withResolvers<string>(), Promise.withResolvers<Record<string, string>>()];
    const [input, stop] = [Promise.withResolvers<unknown>(), new AbortController()];
    const outcome = sandbox({ folder: project.promise })
      .run({ ...job, ...(isLaid && { overlay: overlay.promise }), input: input.promise, signal: stop.signal })
      .catch(() => undefined);
    const waiting = { kind, project, overlay, input, outcome, stop };
    // It ended before it was needed.
    void outcome.then(() => {
      if (this.#waiting.get(kind.program.href) === waiting) this.#waiting.delete(kind.program.href);
    });
    return waiting;
  }
}

const isSame = (one: Kind, other: Kind) =>
  (['profile', 'kit', 'packages', 'timeout', 'isLaid'] as const).every((key) => one[key] === other[key]);
