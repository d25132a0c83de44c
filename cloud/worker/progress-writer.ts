import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { type LogEntry, logEntryOf, type TimedEvent } from '../../kernel/events.ts';
import { printable } from '../../kernel/printable.ts';
import { type CheckState, endedState } from '../store/check-states.ts';
import { type Attempt, appendProgress } from '../store/run-attempts.ts';
import type { Tables } from '../store/tables.ts';
import { withDatabaseRetry } from './database-retry.ts';

/** Milliseconds for which lines are collected before they are written together. */
const batchDelay = 100;
/** Lines per write. */
const batchSize = 200;
/** Lines and characters per run. */
const maxLines = 10_000;
const maxCharacters = 4 * 1024 * 1024;
/** Characters. */
const maxLineLength = 4_096;

const truncated = `Log truncated: it is limited to ${maxLines} lines and ${maxCharacters} characters`;

/** Writes the log and progress of a run to the store in batches, without slowing down the run. */
export class ProgressWriter {
  readonly #db: Kysely<Tables>;
  readonly #attempt: Attempt;
  readonly #signal: AbortSignal;
  #pending: (LogEntry & { time: Date })[] = [];
  #lines: number;
  #characters = 0;
  #full = false;
  #after: number;
  readonly #states = new Map<string, CheckState>();
  #dirty = false;
  readonly #ending = new AbortController();
  #writing: Promise<void> | undefined;
  #failure: { error: unknown } | undefined;

  /** @param signal stops writing when the attempt is stale */
  constructor(db: Kysely<Tables>, attempt: Attempt, signal: AbortSignal) {
    this.#db = db;
    this.#attempt = attempt;
    this.#signal = signal;
    this.#after = attempt.run.lastSeq;
    this.#lines = attempt.run.lastSeq;
  }

  event(event: TimedEvent): void {
    this.#noteState(event);
    const entry = logEntryOf(event);
    if (entry) this.log(entry, new Date(event.time));
    this.#write();
  }

  log(entry: LogEntry, time = new Date()): void {
    if (this.#full) return;
    const message = shorten(printable(entry.message));
    this.#full = this.#lines >= maxLines || this.#characters + message.length > maxCharacters;
    this.#pending.push(this.#full ? { level: 'warn', message: truncated, time } : { ...entry, message, time });
    this.#lines += 1;
    this.#characters += message.length;
    this.#write();
  }

  /** Resolves when everything is written. @throws {StaleAttempt} */
  async end(): Promise<void> {
    this.#ending.abort();
    await this.#writing;
    if (this.#failure) throw this.#failure.error;
    if (this.#dirty) await this.#drain();
  }

  #noteState(event: TimedEvent): void {
    if (event.type === 'checks')
      for (const { name, title } of event.checks)
        this.#states.set(name, { name, title: printable(title), state: 'waiting' });
    if (event.type === 'check-start') {
      const waiting = this.#states.get(event.check);
      if (waiting) this.#states.set(event.check, { ...waiting, state: 'running' });
    }
    if (event.type === 'check-end') this.#states.set(event.report.name, endedState(event.report));
  }

  #write(): void {
    this.#dirty = true;
    if (this.#failure) return;
    this.#writing ??= this.#writeSoon();
  }

  async #writeSoon(): Promise<void> {
    try {
      await delay(batchDelay, undefined, { signal: this.#ending.signal }).catch(() => {});
      await this.#drain();
    } catch (error) {
      this.#failure = { error };
    }
    this.#writing = undefined;
  }

  async #drain(): Promise<void> {
    while (this.#dirty) {
      this.#dirty = false;
      const entries = this.#pending.slice(0, batchSize);
      const states = [...this.#states.values()];
      const done = states.filter(({ state }) => state !== 'waiting' && state !== 'running').length;
      const checks = { done, total: states.length };
      const progress = { entries, checks, ...(states.length > 0 && { states }), after: this.#after };
      this.#after = await withDatabaseRetry(() => appendProgress(this.#db, this.#attempt, progress), this.#signal);
      this.#pending.splice(0, entries.length);
      if (this.#pending.length > 0) this.#dirty = true;
    }
  }
}

function shorten(line: string): string {
  return line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line;
}
