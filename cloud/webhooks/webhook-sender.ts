import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { Webhook as Signer } from 'standardwebhooks';
import { reasonOf } from '../../kernel/errors.ts';
import { printable } from '../../kernel/printable.ts';
import type { Settings } from '../settings.ts';
import type { Database, Listening } from '../store/database.ts';
import type { JobQueue } from '../store/job-queue.ts';
import { newDeliveries } from '../store/notifications.ts';
import type { Tables } from '../store/tables.ts';
import { type AttemptEnd, noteAttempt, queueDeliveries, readPending } from '../store/webhook-deliveries.ts';
import { postMessage } from './post-message.ts';
import { type ReachableAddress, reachableAddresses } from './reachable-address.ts';

/** Requests at the same time. */
const slots = 10;
/** Milliseconds between looks for deliveries without a job, besides notifications. */
const checkInterval = 60_000;
/** Characters of an error that are kept. */
const maxError = 300;

interface WebhookSenderOptions {
  database: Database;
  queue: JobQueue;
  settings: Pick<Settings, 'webhookRetrySeconds' | 'webhookRanges'>;
  logger: Logger;
}

/**
 * Sends what the store has for webhooks, signed as Standard Webhooks says. A message is sent at least once: until a
 * response with a status of 200 to 299, `maxAttempts` times, or until 410 Gone.
 */
export class WebhookSender {
  readonly #db: Kysely<Tables>;
  readonly #queue: JobQueue;
  readonly #logger: Logger;
  readonly #retrySeconds: number;
  readonly #isReachable: ReachableAddress;
  readonly #closing = new AbortController();
  #listening: Listening | undefined;
  #timer: NodeJS.Timeout | undefined;
  #queueing: Promise<void> = Promise.resolve();

  static async start(options: WebhookSenderOptions): Promise<WebhookSender> {
    const sender = new WebhookSender(options);
    const check = () => sender.#check();
    sender.#listening = await options.database.listen(newDeliveries, check, check);
    sender.#timer = setInterval(check, checkInterval);
    await options.queue.deliver(slots, (id) => sender.#attempt(id));
    return sender;
  }

  private constructor({ database, queue, settings, logger }: WebhookSenderOptions) {
    this.#db = database.kysely;
    this.#queue = queue;
    this.#logger = logger;
    this.#retrySeconds = settings.webhookRetrySeconds;
    this.#isReachable = reachableAddresses(settings.webhookRanges);
  }

  /** Ends requests that wait for a response; they are sent again later. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#timer);
    await this.#listening?.close();
    await this.#queueing;
    await this.#queue.stopDelivering();
  }

  /** One after another: a notification during a check may be of a delivery that it did not see. */
  #check(): void {
    if (this.#closing.signal.aborted) return;
    this.#queueing = this.#queueing
      .then(() => queueDeliveries(this.#db, this.#queue, this.#retrySeconds))
      .catch((err: unknown) => this.#logger.warn({ err }, 'could not queue webhook deliveries'));
  }

  /** @throws {Error} when the message must be sent again */
  async #attempt(id: string): Promise<void> {
    const delivery = await readPending(this.#db, id);
    if (!delivery) return;
    const end = await this.#post(delivery);
    if (this.#closing.signal.aborted && end.error !== undefined) throw new Error('the server is shutting down');
    const status = await noteAttempt(this.#db, id, end);
    this.#logger.info({ deliveryId: id, status, ...end }, 'webhook sent');
    if (status === 'pending') throw new Error(end.error);
  }

  async #post({
    id,
    body,
    url,
    secret,
  }: {
    id: string;
    body: string;
    url: string;
    secret: string;
  }): Promise<AttemptEnd> {
    const now = new Date();
    const headers = {
      'user-agent': 'service-webhooks',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Signer(secret).sign(id, now, body),
    };
    try {
      const options = { isReachable: this.#isReachable, signal: this.#closing.signal };
      const responseStatus = await postMessage({ url, headers, body }, options);
      if (responseStatus >= 200 && responseStatus < 300) return { responseStatus };
      const redirects = responseStatus >= 300 && responseStatus < 400;
      const error = `status ${responseStatus}${redirects ? '; redirects are not followed' : ''}`;
      return { responseStatus, error, gone: responseStatus === 410 };
    } catch (error) {
      return { error: printable(reasonOf(error)).slice(0, maxError) };
    }
  }
}
