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
    return this.#request(guards.runList, { method: 'GET', path: `/runs?${query}`, seconds: defaultTimeout, signal });
  }

  async cancel(runId: string, signal: AbortSignal): Promise<RunRecord> {
    const path = `/runs/${encodeURIComponent(runId)}/cancel`;
    return this.#request(guards.runRecord, { method: 'POST', path, seconds: defaultTimeout, signal });
  }

  /** Fetches the stored result, which decides the verdict. */
  async result(runId: string, signal: AbortSignal): Promise<FinalResult> {
    const path = `/runs/${encodeURIComponent(runId)}/result`;
    return this.#request(guards.finalResult, {
      method: 'GET',
      path,
      seconds: defaultTimeout,
      bytes: maxReportBytes,
      signal,
    });
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
    return this.#request(guards.account, { method: 'GET', path: '/account', seconds: defaultTimeout, signal });
  }

  async keys(signal: AbortSignal): Promise<KeyList> {
    return this.#request(guards.keyList, { method: 'GET', path: '/keys', seconds: defaultTimeout, signal });
  }

  /** Not to be retried: a lost response may have created a key. */
  async createKey(key: NewKeyFlags, signal: AbortSignal): Promise<CreatedKey> {
    const body = Buffer.from(JSON.stringify(key));
    return this.#request(guards.createdKey, { method: 'POST', path: '/keys', body, seconds: defaultTimeout, signal });
  }

  /** Not to be retried with the same token. */
  async exchangeIdToken(accountId: string, idToken: string, signal: AbortSignal): Promise<CreatedKey> {
    const body = Buffer.from(JSON.stringify({ accountId, idToken }));
    const request = { method: 'POST', path: '/keys/exchange', body, seconds: defaultTimeout, signal } as const;
    return this.#request(guards.createdKey, request);
  }

  async repositories(signal: AbortSignal): Promise<RepositoryList> {
    const request = { method: 'GET', path: '/repositories', seconds: defaultTimeout, signal } as const;
    return this.#request(guards.repositoryList, request);
  }

  /** Can be retried: a repository is trusted once. */
  async trustRepository(trust: NewTrust, signal: AbortSignal): Promise<Repository> {
    const body = Buffer.from(JSON.stringify(trust));
    const request = { method: 'POST', path: '/repositories', body, seconds: defaultTimeout, signal } as const;
    return this.#request(guards.repository, request);
  }

  async removeRepository(id: string, signal: AbortSignal): Promise<Repository> {
    const path = `/repositories/${encodeURIComponent(id)}/remove`;
    return this.#request(guards.repository, { method: 'POST', path, seconds: defaultTimeout, signal });
  }

  async revokeKey(keyId: string, signal: AbortSignal): Promise<Key> {
    const path = `/keys/${encodeURIComponent(keyId)}/revoke`;
    return this.#request(guards.key, { method: 'POST', path, seconds: defaultTimeout, signal });
  }

  async webhooks(signal: AbortSignal): Promise<WebhookList> {
    return this.#request(guards.webhookList, { method: 'GET', path: '/webhooks', seconds: defaultTimeout, signal });
  }

  /** Not to be retried: a lost response may have created a webhook. */
  async createWebhook(url: string, signal: AbortSignal): Promise<CreatedWebhook> {
    const body = Buffer.from(JSON.stringify({ url }));
    const request = { method: 'POST', path: '/webhooks', body, seconds: defaultTimeout, signal } as const;
    return this.#request(guards.createdWebhook, request);
  }

  async removeWebhook(id: string, signal: AbortSignal): Promise<Webhook> {
    const path = `/webhooks/${encodeURIComponent(id)}/remove`;
    return this.#request(guards.webhook, { method: 'POST', path, seconds: defaultTimeout, signal });
  }

  /** The newest deliveries. */
  async deliveries(webhookId: string, limit: number, signal: AbortSignal): Promise<DeliveryList> {
    const path = `/webhooks/${encodeURIComponent(webhookId)}/deliveries?limit=${limit}`;
    return this.#request(guards.deliveryList, { method: 'GET', path, seconds: defaultTimeout, signal });
  }

  async redeliver(webhookId: string, deliveryId: string, signal: AbortSignal): Promise<Delivery> {
    const path = `/webhooks/${encodeURIComponent(webhookId)}/deliveries/${encodeURIComponent(deliveryId)}/redeliver`;
    return this.#request(guards.delivery, { method: 'POST', path, seconds: defaultTimeout, signal });
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

  async #request<T>(guard: Guard<T>, request: Omit<Request, 'accept'>): Promise<T> {
    const { type, text } = await this.connection.request({ ...request, accept: json });
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
