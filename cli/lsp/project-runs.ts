import PQueue from 'p-queue';
import { verify } from '../api.ts';
import type { VerifyProjectResult } from '../api-types.ts';
import type { RunUpdate } from '../run-update.ts';

/** Receives the progress and the result of the run of a project. */
interface RunListener {
  onEvent(folder: string, event: RunUpdate): void;
  onResult(folder: string, result: VerifyProjectResult): Promise<void>;
  /** The project could not be verified. */
  onError(folder: string, error: unknown): void;
}

/** Verifies projects one after the other; a project that is requested again is verified again from the start. */
export class ProjectRuns {
  readonly #queue = new PQueue({ concurrency: 1 });
  readonly #requested = new Map<string, AbortController>();
  readonly #listener: RunListener;

  constructor(listener: RunListener) {
    this.#listener = listener;
  }

  /** Whether a project has been requested. */
  has(folder: string): boolean {
    return this.#requested.has(folder);
  }

  /** @param folder absolute */
  request(folder: string): void {
    this.forget(folder);
    const controller = new AbortController();
    this.#requested.set(folder, controller);
    void this.#queue.add(() => this.#run(folder, controller.signal));
  }

  /** Cancels the run of a project. */
  forget(folder: string): void {
    this.#requested.get(folder)?.abort();
    this.#requested.delete(folder);
  }

  /** Cancels all runs; resolves when nothing of them is left. */
  async close(): Promise<void> {
    for (const folder of [...this.#requested.keys()]) this.forget(folder);
    await this.#queue.onIdle();
  }

  async #run(folder: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    try {
      const onEvent = (event: RunUpdate) => this.#listener.onEvent(folder, event);
      const result = await verify({ cwd: folder, signal, onEvent });
      if (!signal.aborted) await this.#listener.onResult(folder, result);
    } catch (error) {
      if (!signal.aborted) this.#listener.onError(folder, error);
    }
  }
}
