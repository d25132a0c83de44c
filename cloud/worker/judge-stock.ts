import { Judge } from '../../judge/judge.ts';
import type { JudgeOrder, PluginPlace } from '../../judge/judge-order.ts';
import type { Isolation } from '../../runner/sandbox/isolation.ts';
import { allUsers, startedAsRoot } from '../../runner/sandbox/user-slots.ts';

/** Milliseconds that a judge waits for its run. */
const patience = 30_000;

/** Users for the children of one judge: more of them wait. */
const usersEach = 8;

/** A judge with what is the same for all runs of it. */
export interface ReadyJudge {
  judge: Judge;
  order: Pick<JudgeOrder, 'plugins' | 'bounded' | 'isolation' | 'users'>;
  /** Ends it; settles when nothing of it is left. */
  close(): Promise<void>;
}

/** Gives each run a judge of its own. While there is work, the next one is started ahead. */
export class JudgeStock {
  readonly #plugins: readonly PluginPlace[];
  readonly #isolation: NonNullable<JudgeOrder['isolation']>;
  readonly #users: number[] | undefined = startedAsRoot() ? allUsers() : undefined;
  #spare: { judge: Judge; timer: NodeJS.Timeout } | undefined;
  #closed = false;

  constructor(plugins: readonly PluginPlace[], { parts, note = '' }: Isolation) {
    this.#plugins = plugins;
    this.#isolation = parts ? { parts } : { note };
  }

  take(): ReadyJudge {
    const judge = this.#takeSpare() ?? new Judge();
    this.#startSpare();
    const users = this.#users?.splice(0, usersEach);
    return {
      judge,
      order: { plugins: this.#plugins, bounded: true, isolation: this.#isolation, ...(users?.length && { users }) },
      close: async () => {
        await judge.close();
        if (users) this.#users?.push(...users);
      },
    };
  }

  /** Ends the one that waits. */
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
    if (this.#closed) return;
    const timer = setTimeout(() => void this.#takeSpare()?.close(), patience).unref();
    this.#spare = { judge: new Judge(), timer };
  }
}
