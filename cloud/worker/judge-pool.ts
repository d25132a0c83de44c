import { Judge } from '../../judge/judge.ts';
import type { JudgeRequest, PluginReference } from '../../judge/judge-request.ts';
import type { Isolation } from '../../runner/sandbox/isolation.ts';
import { allUsers, startedAsRoot } from '../../runner/sandbox/user-slots.ts';

/** Milliseconds after which a spare judge without a run is ended. */
const idleTimeout = 30_000;

/** Milliseconds into a run when the spare judge for the next one starts: a run that is over sooner needs the processor itself. */
const spareDelay = 1_000;

/** User ids per judge; its sandboxed processes wait when all are in use. */
const usersPerJudge = 8;

/** Of runs, so that servers and workers on the same machine answer while runs use up the processors. See nice(1). */
const niceness = 10;

/** A judge, with the options that are the same for all runs. */
export interface ReadyJudge {
  judge: Judge;
  order: Pick<JudgeRequest, 'plugins' | 'bounded' | 'isolation' | 'users'>;
  /** Ends the judge; resolves when all its processes are gone. */
  close(): Promise<void>;
}

/** Gives each run its own judge. During a run, starts a spare one ahead of the next. */
export class JudgePool {
  readonly #plugins: readonly PluginReference[];
  readonly #isolation: NonNullable<JudgeRequest['isolation']>;
  readonly #users: number[] | undefined = startedAsRoot() ? allUsers() : undefined;
  #spare: { judge: Judge; timer: NodeJS.Timeout } | undefined;
  #starting: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(plugins: readonly PluginReference[], { parts, note = '' }: Isolation) {
    this.#plugins = plugins;
    this.#isolation = parts ? { parts } : { note };
  }

  take(): ReadyJudge {
    const judge = this.#takeSpare() ?? new Judge(niceness);
    clearTimeout(this.#starting);
    this.#starting = setTimeout(() => this.#startSpare(), spareDelay).unref();
    const users = this.#users?.splice(0, usersPerJudge);
    return {
      judge,
      order: { plugins: this.#plugins, bounded: true, isolation: this.#isolation, ...(users?.length && { users }) },
      close: async () => {
        await judge.close();
        if (users) this.#users?.push(...users);
      },
    };
  }

  /** Ends the spare judge. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#takeSpare()?.close();
  }

  #takeSpare(): Judge | undefined {
    const spare = this.#spare;
    this.#spare = undefined;
    clearTimeout(spare?.timer);
    return spare?.judge.alive ? spare.judge : undefined;
  }

  #startSpare(): void {
    if (this.#closed || this.#spare) return;
    const timer = setTimeout(() => void this.#takeSpare()?.close(), idleTimeout).unref();
    this.#spare = { judge: new Judge(niceness).start(), timer };
  }
}
