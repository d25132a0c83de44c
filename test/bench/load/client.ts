import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const api = '/api/cli/v1/verify';
const maxRetries = 30;

export interface Created {
  runId: string;
  /** The key of its account. */
  key: string;
  /** Milliseconds from the request to the complete response. */
  took: number;
  /** How often the server answered 503 before that. */
  refused: number;
}

/** A log line that a watcher received. */
export interface SeenLine {
  seq: number;
  /** Unix time in milliseconds. */
  written: number;
  /** Milliseconds from writing to receiving. */
  delay: number;
}

/** A client with little overhead, so that the server is measured: it keeps connections and hardly parses responses. */
export class LoadClient {
  // Shorter than the keep-alive timeout of servers.
  readonly #agent = new Agent({ keepAlive: true, timeout: 3_000 });
  readonly #keys: readonly string[];
  #next = 0;

  /** @param keys of accounts, used in turn */
  constructor(keys: readonly string[]) {
    this.#keys = keys;
  }

  /**
   * Creates a run; retries after 503 like the command.
   * @throws {Error} for other responses than 201 and 503
   */
  async create(url: string, body: Buffer | string): Promise<Created> {
    const key = this.#keys[this.#next++ % this.#keys.length] ?? '';
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const start = performance.now();
    for (let refused = 0; ; refused++) {
      const answer = await this.#request(url, { method: 'POST', path: '/runs', key, headers, body });
      let text = '';
      for await (const chunk of answer.setEncoding('utf8')) text += chunk;
      const took = performance.now() - start;
      if (answer.statusCode === 201) return { runId: JSON.parse(text).runId, key, took, refused };
      const wait = Number(answer.headers['retry-after']);
      if (answer.statusCode !== 503 || !(wait > 0) || refused === maxRetries) {
        throw new Error(`could not create a run: ${answer.statusCode} ${text}`);
      }
      await delay(wait * 1000);
    }
  }

  /**
   * Streams the log of a run to its end.
   * @param onOpen called when the stream starts
   * @throws {Error} if a line is missing, repeated or out of order, or the stream breaks off
   */
  async watch(url: string, { runId, key }: Pick<Created, 'runId' | 'key'>, onOpen: () => void): Promise<SeenLine[]> {
    const answer = await this.#request(url, { method: 'GET', path: `/runs/${runId}/logs`, key });
    if (answer.statusCode !== 200) throw new Error(`could not stream a log: ${answer.statusCode}`);
    onOpen();
    const seen: SeenLine[] = [];
    let rest = '';
    let ended: { lastSeq: number } | undefined;
    for await (const chunk of answer.setEncoding('utf8')) {
      const now = Date.now();
      const events = `${rest}${chunk}`.split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        const data = event.slice(event.indexOf('data: ') + 'data: '.length);
        if (event.startsWith('event: end')) ended = JSON.parse(data);
        if (!event.startsWith('id: ')) continue;
        const { seq, time }: { seq: number; time: string } = JSON.parse(data);
        if (seq !== seen.length + 1) throw new Error(`run ${runId}: line ${seq} came after line ${seen.length}`);
        const written = Date.parse(time);
        seen.push({ seq, written, delay: now - written });
      }
    }
    if (ended?.lastSeq !== seen.length) throw new Error(`run ${runId}: the log broke off after line ${seen.length}`);
    return seen;
  }

  /** @throws {Error} unless the response is 200 */
  async read(url: string, path: string, key: string): Promise<void> {
    const answer = await this.#request(url, {
      method: 'GET',
      path,
      key,
      headers: { accept: 'application/x-ndjson' },
    });
    for await (const _ of answer);
    if (answer.statusCode !== 200) throw new Error(`could not read ${path}: ${answer.statusCode}`);
  }

  close(): void {
    this.#agent.destroy();
  }

  async #request(url: string, { method, path, key, headers = {}, body }: Sent): Promise<IncomingMessage> {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const all = { ...headers, ...length, authorization: `Bearer ${key}` };
    const sent = request(`${url}${api}${path}`, { method, headers: all, agent: this.#agent });
    sent.end(body);
    const [answer]: IncomingMessage[] = await once(sent, 'response');
    // Reported to the reader of the response.
    sent.on('error', () => {});
    if (!answer) throw new Error('no response');
    return answer;
  }
}

interface Sent {
  method: string;
  path: string;
  key: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
}
