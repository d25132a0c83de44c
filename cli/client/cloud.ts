import { serviceError } from '../../kernel/errors.ts';
import type { Guard } from '../../kernel/guard.ts';
import type { FinalResult, Verification } from '../../kernel/result.ts';
import type { Account, LogLine, RunList, RunRecord } from './api-types.ts';
import type { Connection, Request } from './connection.ts';
import { TransientError } from './failure.ts';
import * as guards from './guards.ts';

const json = 'application/json';
const jsonLines = 'application/x-ndjson';
const report = 'application/vnd.service.report+json';
/** Bytes of a result with all of its findings. */
const reportBytes = 64 * 1024 * 1024;
/** Seconds for an answer that takes no work. */
const usualSeconds = 20;

interface Limits {
  /** Seconds for the whole answer. */
  within?: number;
  signal: AbortSignal;
}

/** The API of CONTRACT 1, one request a call. Errors: those of `Connection.request`. */
export class Cloud {
  readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /**
   * @param body gzipped JSON
   * @param key the Idempotency-Key: the same for each attempt at one run
   * @param limits `within` seconds
   */
  async createRun(body: Buffer, key: string, { within, signal }: Limits & { within: number }): Promise<RunRecord> {
    const headers = { 'idempotency-key': key, 'content-encoding': 'gzip' };
    return this.#ask(guards.runRecord, { method: 'POST', path: '/runs', headers, body, seconds: within, signal });
  }

  /** @param options `wait`: seconds for the server to hold the answer while the status stays as it is */
  async run(runId: string, { wait = 0, within, signal }: Limits & { wait?: number }): Promise<RunRecord> {
    const path = `/runs/${encodeURIComponent(runId)}${wait > 0 ? `?wait=${wait}` : ''}`;
    const seconds = Math.min(usualSeconds + wait, within ?? Number.POSITIVE_INFINITY);
    return this.#ask(guards.runRecord, { method: 'GET', path, seconds, signal });
  }

  async runs({ limit, cursor, signal }: { limit: number; cursor?: string; signal: AbortSignal }): Promise<RunList> {
    const query = new URLSearchParams({ limit: String(limit), ...(cursor !== undefined && { cursor }) });
    return this.#ask(guards.runList, { method: 'GET', path: `/runs?${query}`, seconds: usualSeconds, signal });
  }

  async cancel(runId: string, signal: AbortSignal): Promise<RunRecord> {
    const path = `/runs/${encodeURIComponent(runId)}/cancel`;
    return this.#ask(guards.runRecord, { method: 'POST', path, seconds: usualSeconds, signal });
  }

  /** The stored result: the one place that a verdict comes from. */
  async result(runId: string, signal: AbortSignal): Promise<FinalResult> {
    const path = `/runs/${encodeURIComponent(runId)}/result`;
    return this.#ask(guards.finalResult, { method: 'GET', path, seconds: usualSeconds, bytes: reportBytes, signal });
  }

  /** The result with its findings; undefined from a server that offers none. */
  async verification(runId: string, signal: AbortSignal): Promise<Verification | undefined> {
    const path = `/runs/${encodeURIComponent(runId)}/result`;
    const accept = `${report}, ${json};q=0.5`;
    const answer = await this.connection.request({
      method: 'GET',
      path,
      accept,
      seconds: usualSeconds,
      bytes: reportBytes,
      signal,
    });
    return answer.type === report ? this.#guarded(guards.verification, answer.text) : undefined;
  }

  /** The lines of a run's log so far. */
  async log(runId: string, signal: AbortSignal): Promise<LogLine[]> {
    const { type, text } = await this.connection.request({
      method: 'GET',
      path: `/runs/${encodeURIComponent(runId)}/logs`,
      accept: jsonLines,
      seconds: usualSeconds,
      bytes: reportBytes,
      signal,
    });
    if (type !== jsonLines) throw this.#unexpected(`expected a log, got ${type || 'no content type'}`);
    const events = text.split('\n').filter((line) => line !== '');
    return events.map((line) => this.#parsed(line)).filter((event) => guards.logLine.is(event));
  }

  async account(signal: AbortSignal): Promise<Account> {
    return this.#ask(guards.account, { method: 'GET', path: '/account', seconds: usualSeconds, signal });
  }

  async #ask<T>(guard: Guard<T>, request: Omit<Request, 'accept'>): Promise<T> {
    const { type, text } = await this.connection.request({ ...request, accept: json });
    if (type !== json) {
      throw this.#unexpected(`expected JSON, got ${type || 'no content type'}; is this the address of the service?`);
    }
    return this.#guarded(guard, text);
  }

  #guarded<T>(guard: Guard<T>, text: string): T {
    const value = this.#parsed(text);
    if (guard.is(value)) return value;
    const fault = guard.firstError(value)?.instancePath ?? '';
    const where = fault === '' ? '' : ` at ${fault.slice(0, 100)}`;
    throw this.#unexpected(`unexpected response${where}; is this the address of the service?`);
  }

  #parsed(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      // A connection that breaks off in the middle of a document looks like this behind some proxies.
      throw new TransientError(this.#unexpected('incomplete JSON in the response'));
    }
  }

  #unexpected(reason: string) {
    return serviceError('CONNECTION_FAILED', { url: this.connection.baseUrl, reason });
  }
}
