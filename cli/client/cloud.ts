import type { Static, TSchema } from 'typebox';
import { serviceError } from '../../kernel/errors.ts';
import { guard } from '../../kernel/guard.ts';
import type { Verification } from '../../kernel/result.ts';
import type { NewKeyFlags } from '../new-key.ts';
import type { LogLine } from './api-types.ts';
import type { Connection, Request } from './connection.ts';
import { TransientError } from './failure.ts';
import * as schemas from './schemas.ts';

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
  createRun(body: Buffer, key: string, { within, signal }: Limits & { within: number }) {
    const headers = { 'idempotency-key': key, 'content-encoding': 'gzip' };
    return this.#request(schemas.RunRecord, { method: 'POST', path: '/runs', headers, body, seconds: within, signal });
  }

  /** @param options.wait seconds that the server waits for a change of the status */
  run(runId: string, { wait = 0, within, signal }: Limits & { wait?: number }) {
    const path = `/runs/${encodeURIComponent(runId)}${wait > 0 ? `?wait=${wait}` : ''}`;
    const seconds = Math.min(defaultTimeout + wait, within ?? Number.POSITIVE_INFINITY);
    return this.#request(schemas.RunRecord, { method: 'GET', path, seconds, signal });
  }

  /** @param options.packageName only runs of this package */
  runs({
    limit,
    cursor,
    packageName,
    signal,
  }: {
    limit: number;
    cursor?: string;
    packageName?: string | undefined;
    signal: AbortSignal;
  }) {
    const query = new URLSearchParams({
      limit: String(limit),
      ...(cursor !== undefined && { cursor }),
      ...(packageName !== undefined && { package: packageName }),
    });
    return this.#get(schemas.RunList, `/runs?${query}`, signal);
  }

  cancel(runId: string, signal: AbortSignal) {
    return this.#post(schemas.RunRecord, `/runs/${encodeURIComponent(runId)}/cancel`, signal);
  }

  /** Fetches the stored result, which decides the verdict. */
  result(runId: string, signal: AbortSignal) {
    const path = `/runs/${encodeURIComponent(runId)}/result`;
    return this.#request(schemas.FinalResult, { method: 'GET', path, bytes: maxReportBytes, signal });
  }

  /** Fetches the result with findings; undefined if the server does not support it. */
  async verification(runId: string, signal: AbortSignal): Promise<Verification | undefined> {
    const path = `/runs/${encodeURIComponent(runId)}/result`;
    const accept = `${report}, ${json};q=0.5`;
    const response = await this.#document(path, accept, signal);
    return response.type === report ? this.#validated(schemas.Verification, response.text) : undefined;
  }

  /** Fetches the log of a run so far. */
  async log(runId: string, signal: AbortSignal): Promise<LogLine[]> {
    const { type, text } = await this.#document(`/runs/${encodeURIComponent(runId)}/logs`, jsonLines, signal);
    if (type !== jsonLines) throw this.#unexpected(`expected a log, got ${type || 'no content type'}`);
    const events = text.split('\n').filter((line) => line !== '');
    return events.map((line) => this.#parsed(line)).filter((event) => guard(schemas.LogLine).is(event));
  }

  account(signal: AbortSignal) {
    return this.#get(schemas.Account, '/account', signal);
  }

  keys(signal: AbortSignal) {
    return this.#get(schemas.KeyList, '/keys', signal);
  }

  /** Not to be retried: a lost response may have created a key. */
  createKey(key: NewKeyFlags, signal: AbortSignal) {
    return this.#post(schemas.CreatedKey, '/keys', signal, key);
  }

  /** Not to be retried with the same token. */
  exchangeIdToken(accountId: string, idToken: string, signal: AbortSignal) {
    return this.#post(schemas.CreatedKey, '/keys/exchange', signal, { accountId, idToken });
  }

  repositories(signal: AbortSignal) {
    return this.#get(schemas.RepositoryList, '/repositories', signal);
  }

  /** Can be retried: a repository is trusted once. */
  trustRepository(trust: NewTrust, signal: AbortSignal) {
    return this.#post(schemas.Repository, '/repositories', signal, trust);
  }

  removeRepository(id: string, signal: AbortSignal) {
    return this.#post(schemas.Repository, `/repositories/${encodeURIComponent(id)}/remove`, signal);
  }

  revokeKey(keyId: string, signal: AbortSignal) {
    return this.#post(schemas.Key, `/keys/${encodeURIComponent(keyId)}/revoke`, signal);
  }

  webhooks(signal: AbortSignal) {
    return this.#get(schemas.WebhookList, '/webhooks', signal);
  }

  /** Not to be retried: a lost response may have created a webhook. */
  createWebhook(url: string, signal: AbortSignal) {
    return this.#post(schemas.CreatedWebhook, '/webhooks', signal, { url });
  }

  removeWebhook(id: string, signal: AbortSignal) {
    return this.#post(schemas.Webhook, `/webhooks/${encodeURIComponent(id)}/remove`, signal);
  }

  /** The newest deliveries. */
  deliveries(webhookId: string, limit: number, signal: AbortSignal) {
    return this.#get(
      schemas.DeliveryList,
      `/webhooks/${encodeURIComponent(webhookId)}/deliveries?limit=${limit}`,
      signal,
    );
  }

  redeliver(webhookId: string, deliveryId: string, signal: AbortSignal) {
    return this.#post(
      schemas.Delivery,
      `/webhooks/${encodeURIComponent(webhookId)}/deliveries/${encodeURIComponent(deliveryId)}/redeliver`,
      signal,
    );
  }

  /** Creates as many runs of a batch as the limits allow, and returns the state of all. @param key the same for the whole batch */
  batch(body: object, key: string, signal: AbortSignal) {
    return this.#request(schemas.BatchState, {
      method: 'POST',
      path: '/runs:batch',
      headers: { 'idempotency-key': key },
      body: Buffer.from(JSON.stringify(body)),
      seconds: batchTimeout,
      signal,
    });
  }

  #document(path: string, accept: string, signal: AbortSignal) {
    const request = { method: 'GET', path, accept, seconds: defaultTimeout, bytes: maxReportBytes, signal } as const;
    return this.connection.request(request);
  }

  #get<Schema extends TSchema>(schema: Schema, path: string, signal: AbortSignal) {
    return this.#request(schema, { method: 'GET', path, signal });
  }

  #post<Schema extends TSchema>(schema: Schema, path: string, signal: AbortSignal, body?: object) {
    return this.#request(schema, {
      method: 'POST',
      path,
      ...(body && { body: Buffer.from(JSON.stringify(body)) }),
      signal,
    });
  }

  async #request<Schema extends TSchema>(
    schema: Schema,
    request: Omit<Request, 'accept' | 'seconds'> & { seconds?: number },
  ) {
    const { type, text } = await this.connection.request({ seconds: defaultTimeout, ...request, accept: json });
    if (type !== json) {
      throw this.#unexpected(`expected JSON, got ${type || 'no content type'}; is this the address of the service?`);
    }
    return this.#validated(schema, text);
  }

  #validated<Schema extends TSchema>(schema: Schema, text: string): Static<Schema> {
    const value = this.#parsed(text);
    const { is, errors } = guard(schema);
    if (is(value)) return value;
    const path = errors(value)[0]?.instancePath ?? '';
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
