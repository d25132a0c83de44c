import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import Type, { type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { ClientLog } from './client-log.ts';

/** Milliseconds. */
const requestTimeout = 12_000;
const streamTimeout = 20_000;
const retryDelay = 200;

const RunRecord = Type.Object({ runId: Type.String(), status: Type.String() });
const Problem = Type.Object({ code: Type.String() });
const Line = Type.Object({ seq: Type.Integer(), message: Type.String() });
const End = Type.Object({ status: Type.String(), lastSeq: Type.Integer() });
const Result = Type.Object({ status: Type.String() });

/** Codes after which the same request may succeed later. */
const retryableCodes = new Set(['UNAVAILABLE', 'CONCURRENCY_CAP_REACHED', 'IDEMPOTENCY_IN_PROGRESS', 'RATE_LIMITED']);

export interface ClientOptions {
  /** The current base URLs of the servers. */
  servers(): readonly string[];
  account: string;
  key: string;
  log: ClientLog;
  signal: AbortSignal;
}

export interface Creation {
  /** The body of the request. */
  body: unknown;
  /** The correct status for the project. */
  expected: string;
  /** The Idempotency-Key; random when absent. */
  key?: string;
}

/**
 * A client that uses the cloud as CONTRACT describes: it retries requests on the next server with the same Idempotency-Key, and
 * resumes log streams. It logs everything that was acknowledged.
 */
export class Client {
  readonly account: string;
  readonly #options: ClientOptions;
  #turn = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.account = options.account;
  }

  /** Retries until the run is created or refused. @returns its id, or the error code */
  async create({ body, expected, key = randomUUID() }: Creation): Promise<{ run?: string; code?: string }> {
    const { log, account } = this.#options;
    const headers = { 'idempotency-key': key, 'content-type': 'application/json' };
    const answer = await this.#request(RunRecord, '/runs', { method: 'POST', headers, body: JSON.stringify(body) });
    if ('code' in answer) {
      log.write({ kind: 'refused', account, key, code: answer.code });
      return { code: answer.code };
    }
    log.write({ kind: 'created', run: answer.runId, account, key, expected });
    return { run: answer.runId };
  }

  async cancel(run: string): Promise<void> {
    const answer = await this.#request(RunRecord, `/runs/${run}/cancel`, { method: 'POST' });
    if ('status' in answer) this.#options.log.write({ kind: 'cancelled', run, status: answer.status });
  }

  async readStatus(run: string): Promise<string> {
    const answer = await this.#request(RunRecord, `/runs/${run}`, {});
    const status = 'status' in answer ? answer.status : answer.code;
    this.#options.log.write({ kind: 'status', run, status });
    return status;
  }

  /** Reads the result several times, from the servers in turn. */
  async result(run: string, times = 2): Promise<void> {
    for (let time = 0; time < times; time++) {
      const answer = await this.#request(Result, `/runs/${run}/result`, {});
      const status = 'status' in answer ? answer.status : answer.code;
      this.#options.log.write({ kind: 'result', run, status, text: JSON.stringify(answer) });
    }
  }

  /** Follows the log to its end, resuming after lost connections. */
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
      if (!ended) await delay(retryDelay, undefined, { signal });
    }
  }

  async *#events(run: string, after: number): AsyncGenerator<{ event: string | undefined; data: string }> {
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(new Lost('no data received')), streamTimeout);
    try {
      const answer = await fetch(`${this.#server()}/runs/${run}/logs`, {
        headers: { authorization: `Bearer ${this.#options.key}`, 'last-event-id': String(after) },
        signal: AbortSignal.any([silence.signal, this.#options.signal]),
      });
      if (!answer.ok || !answer.body) throw new Lost(`status ${answer.status}`);
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

  /** Retries until there is a final response. */
  async #request<Schema extends TSchema>(schema: Schema, path: string, init: RequestInit) {
    const { key, signal } = this.#options;
    for (;;) {
      signal.throwIfAborted();
      try {
        const answer = await fetch(`${this.#server()}${path}`, {
          ...init,
          headers: { ...init.headers, authorization: `Bearer ${key}` },
          signal: AbortSignal.any([AbortSignal.timeout(requestTimeout), signal]),
        });
        const document: unknown = await answer.json();
        if (answer.ok) return Value.Parse(schema, document) as Static<Schema>;
        const { code } = Value.Parse(Problem, document);
        if (!retryableCodes.has(code) && answer.status < 500) return { code };
        if (code === 'RUNNER_ERROR')
          this.#options.log.write({ kind: 'trouble', what: `${path}: ${answer.status} ${code}` });
      } catch (error) {
        signal.throwIfAborted();
        if (!isLost(error)) throw error;
      }
      await delay(retryDelay, undefined, { signal });
    }
  }

  #server(): string {
    const servers = this.#options.servers();
    this.#turn += 1;
    return `${servers[this.#turn % servers.length]}/api/cli/v1/verify`;
  }
}

class Lost extends Error {}

/** Whether an error is a network error: `fetch` sets a cause, and timeouts have their own name. */
function isLost(error: unknown): boolean {
  if (error instanceof Lost || error instanceof SyntaxError) return true;
  if (error instanceof DOMException) return error.name === 'TimeoutError';
  return error instanceof TypeError && (error.cause !== undefined || error.message === 'terminated');
}
