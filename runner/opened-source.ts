import type { LogEntry } from '../kernel/events.ts';
import type { OpenProject, Source } from './source/source.ts';
import { TimeLimit } from './time-limit.ts';
import { untilAborted } from './until-aborted.ts';

/** Seconds for a source to stop after the end of the run. */
const gracePeriod = 10;

interface Options {
  /** Aborts when the run ends. */
  signal: AbortSignal;
  log(entry: LogEntry): void;
  reasonOf(error: unknown): string;
}

/** The source of a run, which is opened once: one that can be read without being opened, only for sandboxed programs. */
export class OpenedSource {
  readonly #source: Source;
  readonly #options: Options;
  #project: Promise<OpenProject> | undefined;

  constructor(source: Source, options: Options) {
    this.#source = source;
    this.#options = options;
  }

  /** The project, if the source has been opened. */
  get project(): Promise<OpenProject> | undefined {
    return this.#project;
  }

  /** If it does not stop at the end of the run, it is abandoned after a grace period. */
  open(): Promise<OpenProject> {
    this.#project ??= this.#open();
    return this.#project;
  }

  /** Removes the copy of the project. */
  async close(): Promise<void> {
    await this.#close(await this.#project?.catch(() => undefined));
  }

  async #open(): Promise<OpenProject> {
    const { signal, log } = this.#options;
    const opening = this.#source.open({ signal, log });
    try {
      return await untilAborted(signal, opening);
    } catch (error) {
      if (!signal.aborted) throw error;
      const closed = opening.then(
        (project) => this.#close(project),
        () => {},
      );
      using limit = new TimeLimit(gracePeriod);
      await untilAborted(limit.signal, closed).catch(() => {
        log({ level: 'error', message: 'The project was still being fetched when the run ended' });
      });
      throw error;
    }
  }

  async #close(project: OpenProject | undefined): Promise<void> {
    const { log, reasonOf } = this.#options;
    try {
      await project?.close();
    } catch (error) {
      log({ level: 'error', message: `Could not remove the copy of the project: ${reasonOf(error)}` });
    }
  }
}
