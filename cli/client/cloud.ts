import { serviceError } from '../../kernel/errors.ts';
import type { Guard } from '../../kernel/guard.ts';
import type { FinalResult, Verification } from '../../kernel/result.ts';
import type { NewKeyFlags } from '../new-key.ts';
import type {
  Account,
  BatchState,
  CreatedKey,
  CreatedWebhook,
  Delivery,
  DeliveryList,
  Key,
  KeyList,
  LogLine,
  Repository,
  RepositoryList,
  RunList,
  RunRecord,
  Webhook,
  WebhookList,
} from './api-types.ts';
import type { Connection, Request } from './connection.ts';
import { TransientError } from './failure.ts';
import * as guards from './guards.ts';

const json = 'application/json';
const jsonLines = 'application/x-ndjson';
const report = 'application/vnd.service.report+json';
/** Bytes of a result with all findings, or of a log. */
const maxReportBytes = 64 * 1024 * 1024;
/** Seconds for most requests. */
const defaultTimeout = 20;
/** Seconds for a batch, which may create a thousand runs. */
const batchTimeout = 120;

interface NewTrust {
  repository: string;
  branch?: string;
  environment?: string;
}

interface Limits {
  /** Seconds for the whole response. */
  within?: number;
  signal: AbortSignal;
}

/** The API of CONTRACT 1. Errors: those of `Connection.request`. */
export class Cloud {
  readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /**
   * @param body gzipped JSON
   * @param key Idempotency-Key, the same for all retries
   * @param limits `within` seconds
   */
  async createRun(body: Buffer, key: string, { within, signal }: Limits & { within: number }): Promise<RunRecord> {
    const headers = { 'idempotency-key': key, 'content-encoding': 'gzip' };
    return this.#request(guards.runRecord, { method: 'POST', path: '/runs', headers, body, seconds: within, signal });
  }

  /** @param options.wait seconds that the server waits for a change of the status */
  async run(runId: string, { wait = 0, within, signal }: Limits & { wait?: number }): Promise<RunRecord> {
    const path = `/runs/${encodeURIComponent(runId)}${wait > 0 ? `?wait=${wait}` : ''}`;
    const seconds = Math.min(defaultTimeout + wait, within ?? Number.POSITIVE_INFINITY);
    return this.#request(guards.runRecord, { method: 'GET', path, seconds, signal });
  }

  /** @param options.packageName only runs of this package */
  async runs({
    limit,
    cursor,
    packageName,
    signal,
  }: {
    limit: number;
    cursor?: string;
    packageName?: string | undefined;
    signal: AbortSignal;
  }): Promise<RunList> {
    const query = new URLSearchParams({
      limit: String(limit),
      ...(cursor !== undefined && { cursor }),
      ...(packageName !== undefined && { package: packageName }),
    });
    return this.#get(guards.runList, `/runs?${query}`, signal);
  }

  async cancel(runId: string, signal: AbortSignal): Promise<RunRecord> {
    return this.#post(guards.runRecord, `/runs/${encodeURIComponent(runId)}/cancel`, signal);
  }

  /** Fetches the stored result, which decides the verdict. */
  async result(runId: string, signal: AbortSignal): Promise<FinalResult> {
    const path = `/runs/${encodeURIComponent(runId)}/result`;
    return this.#request(guards.finalResult, { method: 'GET', path, bytes: maxReportBytes, signal });
  }

  /** Fetches the result with findings; undefined if the server does not support it. */
  async verification(runId: string, signal: AbortSignal): Promise<Verification | undefined> {
    const path = `/runs/${encodeURIComponent(runId)}/result`;
    const accept = `${report}, ${json};q=0.5`;
    const response = await this.connection.request({
      method: 'GET',
      path,
      accept,
      seconds: defaultTimeout,
      bytes: maxReportBytes,
      signal,
    });
    return response.type === report ? this.#validated(guards.verification, response.text) : undefined;
  }

  /** Fetches the log of a run so far. */
  async log(runId: string, signal: AbortSignal): Promise<LogLine[]> {
    const { type, text } = await this.connection.request({
      method: 'GET',
      path: `/runs/${encodeURIComponent(runId)}/logs`,
      accept: jsonLines,
      seconds: defaultTimeout,
      bytes: maxReportBytes,
      signal,
    });
    if (type !== jsonLines) throw this.#unexpected(`expected a log, got ${type || 'no content type'}`);
    const events = text.split('\n').filter((line) => line !== '');
    return events.map((line) => this.#parsed(line)).filter((event) => guards.logLine.is(event));
  }

  async account(signal: AbortSignal): Promise<Account> {
    return this.#get(guards.account, '/account', signal);
  }

  async keys(signal: AbortSignal): Promise<KeyList> {
    return this.#get(guards.keyList, '/keys', signal);
  }

  /** Not to be retried: a lost response may have created a key. */
  async createKey(key: NewKeyFlags, signal: AbortSignal): Promise<CreatedKey> {
    return this.#post(guards.createdKey, '/keys', signal, key);
  }

  /** Not to be retried with the same token. */
  async exchangeIdToken(accountId: string, idToken: string, signal: AbortSignal): Promise<CreatedKey> {
    return this.#post(guards.createdKey, '/keys/exchange', signal, { accountId, idToken });
  }

  async repositories(signal: AbortSignal): Promise<RepositoryList> {
    return this.#get(guards.repositoryList, '/repositories', signal);
  }

  /** Can be retried: a repository is trusted once. */
  async trustRepository(trust: NewTrust, signal: AbortSignal): Promise<Repository> {
    return this.#post(guards.repository, '/repositories', signal, trust);
  }

  async removeRepository(id: string, signal: AbortSignal): Promise<Repository> {
    return this.#post(guards.repository, `/repositories/${encodeURIComponent(id)}/remove`, signal);
  }

  async revokeKey(keyId: string, signal: AbortSignal): Promise<Key> {
    return this.#post(guards.key, `/keys/${encodeURIComponent(keyId)}/revoke`, signal);
  }

  async webhooks(signal: AbortSignal): Promise<WebhookList> {
    return this.#get(guards.webhookList, '/webhooks', signal);
  }

  /** Not to be retried: a lost response may have created a webhook. */
  async createWebhook(url: string, signal: AbortSignal): Promise<CreatedWebhook> {
    return this.#post(guards.createdWebhook, '/webhooks', signal, { url });
  }

  async removeWebhook(id: string, signal: AbortSignal): Promise<Webhook> {
    return this.#post(guards.webhook, `/webhooks/${encodeURIComponent(id)}/remove`, signal);
  }

  /** The newest deliveries. */
  async deliveries(webhookId: string, limit: number, signal: AbortSignal): Promise<DeliveryList> {
    return this.#get(
      guards.deliveryList,
      `/webhooks/${encodeURIComponent(webhookId)}/deliveries?limit=${limit}`,
      signal,
    );
  }

  async redeliver(webhookId: string, deliveryId: string, signal: AbortSignal): Promise<Delivery> {
    return this.#post(
      guards.delivery,
      `/webhooks/${encodeURIComponent(webhookId)}/deliveries/${encodeURIComponent(deliveryId)}/redeliver`,
      signal,
    );
  }

  /** Creates what the limits allow of a batch, and tells the state of all of it. @param key the same for the whole batch */
  async batch(body: object, key: string, signal: AbortSignal): Promise<BatchState> {
    return this.#request(guards.batchState, {
      method: 'POST',
      path: '/runs:batch',
      headers: { 'idempotency-key': key },
      body: Buffer.from(JSON.stringify(body)),
      seconds: batchTimeout,
      signal,
    });
  }

  #get<T>(guard: Guard<T>, path: string, signal: AbortSignal): Promise<T> {
    return this.#request(guard, { method: 'GET', path, signal });
  }

  #post<T>(guard: Guard<T>, path: string, signal: AbortSignal, body?: object): Promise<T> {
    return this.#request(guard, {
      method: 'POST',
      path,
      ...(body && { body: Buffer.from(JSON.stringify(body)) }),
      signal,
    });
  }

  async #request<T>(guard: Guard<T>, request: Omit<Request, 'accept' | 'seconds'> & { seconds?: number }): Promise<T> {
    const { type, text } = await this.connection.request({ seconds: defaultTimeout, ...request, accept: json });
    if (type !== json) {
      throw this.#unexpected(`expected JSON, got ${type || 'no content type'}; is this the address of the service?`);
    }
    return this.#validated(guard, text);
  }

  #validated<T>(guard: Guard<T>, text: string): T {
    const value = this.#parsed(text);
    if (guard.is(value)) return value;
    const path = guard.errors(value)[0]?.instancePath ?? '';
    const where = path === '' ? '' : ` at ${path.slice(0, 100)}`;
    throw this.#unexpected(`unexpected response${where}; is this the address of the service?`);
  }

  #parsed(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      // Behind some proxies, this is a connection that was closed early.
      throw new TransientError(this.#unexpected('incomplete JSON in the response'));
    }
  }

  #unexpected(reason: string) {
    return serviceError('CONNECTION_FAILED', { url: this.connection.baseUrl, reason });
  }
}
