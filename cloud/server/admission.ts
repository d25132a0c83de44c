import { QueueLimit } from '../store/queue-limit.ts';
import type { CloudContext } from './cloud-context.ts';
import { unavailable } from './problem.ts';

/** Decides whether a server accepts another run, whoever asks for it. */
export class Admission {
  readonly #draining: AbortSignal;
  readonly #queue: QueueLimit;

  constructor({ database, settings, draining }: Pick<CloudContext, 'database' | 'settings' | 'draining'>) {
    this.#draining = draining;
    this.#queue = new QueueLimit(database.kysely, settings.queue);
  }

  /** Reserves a place in the queue. @throws {HttpError} UNAVAILABLE */
  async admit(): Promise<void> {
    if (this.#draining.aborted) throw unavailable('it is shutting down');
    if (!(await this.#queue.reserve())) throw unavailable('the queue is full', { seconds: 30 });
  }
}
