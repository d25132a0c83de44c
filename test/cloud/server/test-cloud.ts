import { setTimeout as delay } from 'node:timers/promises';
import PQueue from 'p-queue';
import { operations } from '../../../cloud/admin/operations.ts';
import { type CloudOptions, startCloud } from '../../../cloud/start-cloud.ts';
import { openDatabase } from '../../../cloud/store/open-database.ts';
import { ownDatabase } from '../shared-postgres.ts';
import { Gates, type Toy } from '../toy-plugin.ts';

export const api = '/api/cli/v1/verify';

/** A cloud that answers, on a database of its own. */
export interface TestCloud {
  url: string;
  gates: Gates;
  databaseUrl: string;
  /** Makes an account with a key; 10 credits and room for 3 runs unless said otherwise. */
  account(options?: { credits?: number; concurrency?: number }): Promise<Account>;
  /** Another process of the same cloud, as far as the database can tell. */
  another(options?: Partial<CloudOptions>): Promise<{ url: string; close(): Promise<void> }>;
  /** The kinds and amounts of an account's ledger, oldest first. */
  ledger(accountId: string): Promise<string[]>;
  /** Runs a statement on the database. */
  sql(text: string): Promise<void>;
  /** Runs a statement in a transaction that lasts, and keeps what it locks, until it is released. */
  hold(text: string): Promise<{ release(): Promise<void> }>;
  close(): Promise<void>;
}

export interface Account {
  id: string;
  key: string;
  keyId: string;
  /** Sends a request with the account's key. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Creates a run of a toy and tells its id. */
  run(toy?: Toy): Promise<string>;
  /** Resolves when the run has ended. */
  ended(runId: string): Promise<void>;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
  json: any;
}

/** @param url of the database; an empty one on the server that all tests share unless told otherwise */
export async function startTestCloud(options: Partial<CloudOptions> = {}, url?: string): Promise<TestCloud> {
  await using started = new AsyncDisposableStack();
  const databaseUrl = url ?? (await ownDatabase());
  const gates = await Gates.make();
  started.defer(() => gates.remove());
  const another = async (more: Partial<CloudOptions> = {}) =>
    startCloud({
      database: { url: databaseUrl },
      port: 0,
      plugins: [gates.plugin],
      workers: 2,
      ...options,
      ...more,
    });
  const cloud = await another();
  started.defer(() => cloud.close());
  const database = await openDatabase({ url: databaseUrl }, { pool: 2, onError: () => {} });
  started.defer(() => database.close());
  const all = started.move();
  return {
    url: cloud.url,
    gates,
    databaseUrl,
    another,
    async account({ credits = 10, concurrency = 3 } = {}) {
      const made = await operations.createAccount.run(database, { name: 'test', credits, concurrency });
      return account(cloud.url, { id: made.accountId, key: made.apiKey, keyId: made.keyId });
    },
    async ledger(accountId) {
      const rows = await database.kysely
        .selectFrom('ledger')
        .select(['kind', 'amount'])
        .where('account_id', '=', accountId)
        .orderBy('id')
        .execute();
      return rows.map(({ kind, amount }) => `${kind} ${amount}`);
    },
    async sql(text) {
      await database.queue.executeSql(text);
    },
    async hold(text) {
      const sql = (statement: string) => database.queue.executeSql(statement);
      const sleeping =
        "pg_stat_activity where datname = current_database() and wait_event = 'PgSleep' and pid <> pg_backend_pid()";
      const ended = sql(`begin; ${text}; select pg_sleep(900)`).catch(() => {});
      await sql(`do $$ begin
        for look in 1..30000 loop
          exit when exists (select from ${sleeping});
          perform pg_sleep(0.02);
          perform pg_stat_clear_snapshot();
        end loop;
      end $$`);
      return {
        async release() {
          await sql(`select pg_terminate_backend(pid) from ${sleeping}`);
          await ended;
        },
      };
    },
    close: () => all.disposeAsync(),
  };
}

/** Repeats a request: twenty at once race, and no more, so that a busy machine refuses none. */
export function twentyAtATime(times: number, send: (index: number) => Promise<Answer>): Promise<Answer[]> {
  return new PQueue({ concurrency: 20 }).addAll(Array.from({ length: times }, (_, index) => () => send(index)));
}

/** The body of a create-run request for a toy. */
export function toyRequest(toy: Toy = {}) {
  return { projectType: 'toy', packageName: 'toy', files: [{ path: 'toy.json', content: JSON.stringify(toy) }] };
}

export function account(url: string, { id, key, keyId }: { id: string; key: string; keyId: string }): Account {
  const send: Account['send'] = (method, path, body, headers = {}) =>
    request(`${url}${api}${path}`, { method, body, headers: { authorization: `Bearer ${key}`, ...headers } });
  return {
    id,
    key,
    keyId,
    send,
    async run(toy) {
      const { status, json } = await send('POST', '/runs', toyRequest(toy));
      if (status !== 201) throw new Error(`the run was not created: ${json.detail}`);
      return json.runId;
    },
    async ended(runId) {
      for (;;) {
        const { json } = await send('GET', `/runs/${runId}?wait=30`);
        if (json.finishedAt) return;
        await delay(10);
      }
    },
  };
}

/** Sends a request; what is not text or bytes already goes as JSON. */
export async function request(
  url: string,
  { method = 'GET', body, headers = {} }: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const raw = typeof body === 'string' || body instanceof Uint8Array;
  const answer = await fetch(url, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: raw ? Buffer.from(body) : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson =
    /json/.test(answer.headers.get('content-type') ?? '') && !/ndjson/.test(answer.headers.get('content-type') ?? '');
  return { status: answer.status, headers: answer.headers, text, json: isJson ? JSON.parse(text) : undefined };
}
