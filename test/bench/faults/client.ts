import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import Type, { type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { ClientLog } from './client-log.ts';

/** Milliseconds: for an answer, for a sign of life of a log stream, and between two tries. */
const patience = 12_000;
const longestSilence = 20_000;
const pause = 200;

const RunRecord = Type.Object({ runId: Type.String(), status: Type.String() });
const Problem = Type.Object({ code: Type.String() });
const Line = Type.Object({ seq: Type.Integer(), message: Type.String() });
const End = Type.Object({ status: Type.String(), lastSeq: Type.Integer() });
const Result = Type.Object({ status: Type.String() });

/** Refusals after which the same request may succeed. */
const passing = new Set(['UNAVAILABLE', 'CONCURRENCY_CAP_REACHED', 'IDEMPOTENCY_IN_PROGRESS', 'RATE_LIMITED']);

export interface ClientOptions {
  /** The addresses of the servers, as they are now. */
  servers(): readonly string[];
  account: string;
  key: string;
  log: ClientLog;
  signal: AbortSignal;
}

export interface Creation {
  /** A request's body. */
  body: unknown;
  /** The verdict that the project deserves. */
  expected: string;
  /** Random when absent. */
  key?: string;
}

/**
 * One who uses the cloud as its contract says one may: a request that is not answered is sent again, to the next server,
 * with the same key; a log stream that breaks off is resumed. Everything that was acknowledged goes into the log.
 */
export class Client {
  readonly account: string;
  readonly #options: ClientOptions;
  #turn = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.account = options.account;
  }

  /** Until the run is acknowledged or refused for good. @returns its id, or the code of the refusal */
  async create({ body, expected, key = randomUUID() }: Creation): Promise<{ run?: string; code?: string }> {
    const { log, account } = this.#options;
    const headers = { 'idempotency-key': key, 'content-type': 'application/json' };
    const answer = await this.#ask(RunRecord, '/runs', { method: 'POST', headers, body: JSON.stringify(body) });
    if ('code' in answer) {
      log.write({ kind: 'refused', account, key, code: answer.code });
      return { code: answer.code };
    }
    log.write({ kind: 'created', run: answer.runId, account, key, expected });
    return { run: answer.runId };
  }

  async cancel(run: string): Promise<void> {
    const answer = await this.#ask(RunRecord, `/runs/${run}/cancel`, { method: 'POST' });
    if ('status' in answer) this.#options.log.write({ kind: 'cancelled', run, status: answer.status });
  }

  async look(run: string): Promise<string> {
    const answer = await this.#ask(RunRecord, `/runs/${run}`, {});
    const status = 'status' in answer ? answer.status : answer.code;
    this.#options.log.write({ kind: 'status', run, status });
    return status;
  }

  /** Reads the result from so many servers, one after the other. */
  async result(run: string, times = 2): Promise<void> {
    for (let time = 0; time < times; time++) {
      const answer = await this.#ask(Result, `/runs/${run}/result`, {});
      const status = 'status' in answer ? answer.status : answer.code;
      this.#options.log.write({ kind: 'result', run, status, text: JSON.stringify(answer) });
    }
  }

  /** Follows the log to its end, however often the connection is lost. */
  async follow(run: string, onLine: (message: string) => void = () => {}): Promise<void> {
    const watcher = randomUUID();
    const { log, signal } = this.#options;
    let after = 0;
    let ended = false;
    while (!ended) {
      signal.throwIfAborted();
      try {
        for await (const { event, data } of this.#events(run, after)) {
          if (event === 'log') {
            const { seq, message } = Value.Parse(Line, JSON.parse(data));
            log.write({ kind: 'line', run, watcher, seq, message });
            after = seq;
            onLine(message);
          } else if (event === 'status') {
            log.write({ kind: 'status', run, status: Value.Parse(RunRecord, JSON.parse(data)).status });
          } else if (event === 'end') {
            log.write({ kind: 'ended', run, watcher, ...Value.Parse(End, JSON.parse(data)) });
            ended = true;
          }
        }
      } catch (error) {
        if (!isLost(error)) throw error;
      }
      if (!ended) await delay(pause, undefined, { signal });
    }
  }

  async *#events(run: string, after: number): AsyncGenerator<{ event: string | undefined; data: string }> {
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(new Lost('nothing was heard')), longestSilence);
    try {
      const answer = await fetch(`${this.#server()}/runs/${run}/logs`, {
        headers: { authorization: `Bearer ${this.#options.key}`, 'last-event-id': String(after) },
        signal: AbortSignal.any([silence.signal, this.#options.signal]),
      });
      if (!answer.ok || !answer.body) throw new Lost(`it answered ${answer.status}`);
      const arrived: { event: string | undefined; data: string }[] = [];
      const parser = createParser({ onEvent: ({ event, data }) => arrived.push({ event, data }) });
      const text = new TextDecoder();
      for await (const bytes of answer.body) {
        timer.refresh();
        parser.feed(text.decode(bytes, { stream: true }));
        yield* arrived.splice(0);
      }
    } finally {
      clearTimeout(timer);
      silence.abort();
    }
  }

  /** Until somebody answers for good. */
  async #ask<Schema extends TSchema>(schema: Schema, path: string, init: RequestInit) {
    const { key, signal } = this.#options;
    for (;;) {
      signal.throwIfAborted();
      try {
        const answer = await fetch(`${this.#server()}${path}`, {
          ...init,
          headers: { ...init.headers, authorization: `Bearer ${key}` },
          signal: AbortSignal.any([AbortSignal.timeout(patience), signal]),
        });
        const document: unknown = await answer.json();
        if (answer.ok) return Value.Parse(schema, document) as Static<Schema>;
        const { code } = Value.Parse(Problem, document);
        if (!passing.has(code) && answer.status < 500) return { code };
        if (code === 'RUNNER_ERROR')
          this.#options.log.write({ kind: 'trouble', what: `${path}: ${answer.status} ${code}` });
      } catch (error) {
        signal.throwIfAborted();
        if (!isLost(error)) throw error;
      }
      await delay(pause, undefined, { signal });
    }
  }

  #server(): string {
    const servers = this.#options.servers();
    this.#turn += 1;
    return `${servers[this.#turn % servers.length]}/api/cli/v1/verify`;
  }
}

class Lost extends Error {}

/** Whether an error is one of the network: fetch has a cause for it, and a time that is over has its own name. */
function isLost(error: unknown): boolean {
  if (error instanceof Lost || error instanceof SyntaxError) return true;
  if (error instanceof DOMException) return error.name === 'TimeoutError';
  return error instanceof TypeError && (error.cause !== undefined || error.message === 'terminated');
}
