import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RunFeed } from '../store/run-feed.ts';
import type { CloudContext } from './cloud-context.ts';
import type { HeldAnswers } from './held-answers.ts';
import { asServerSentEvent } from './log-format.ts';
import { eventsUntilEnd, type StreamEvent, type StreamOptions } from './log-stream.ts';
import { onceClosed } from './once-closed.ts';
import { invalid } from './problem.ts';

export const eventStream = 'text/event-stream';

/** The log streams of this process, of the API and of the pages. */
export class LogStreams {
  /** What the readers of all streams share. */
  readonly feed: RunFeed;
  readonly #cloud: CloudContext;
  readonly #held: HeldAnswers;

  constructor(cloud: CloudContext, held: HeldAnswers) {
    this.#cloud = cloud;
    this.#held = held;
    this.feed = new RunFeed(cloud.database.kysely);
  }

  /**
   * Answers with the events of a run until its end. Whether the reader may see them has been looked at.
   * @param keyId the key that was shown, if any: the stream ends when it is revoked
   * @throws {HttpError} RATE_LIMITED, UNAVAILABLE when too many are open
   */
  send(reply: FastifyReply, options: Omit<StreamOptions, 'feed'>, keyId?: string): FastifyReply {
    const { accountId, runId } = options;
    const signal = this.#held.hold(reply, { accountId, ...(keyId !== undefined && { keyId }) }, 'log');
    const news = this.#cloud.watch.watch(runId);
    onceClosed(reply, () => news[Symbol.dispose]());
    const events = eventsUntilEnd({ ...options, feed: this.feed }, news, { signal });
    // Proxies would gather the events.
    reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no').type(eventStream);
    return reply.send(Readable.from(bytesOf(events, asServerSentEvent)));
  }
}

/** Where a reader that comes back goes on. A browser repeats the address it began with, so that the header is newer. */
export function afterOf(header: FastifyRequest['headers'][string], query: number | undefined): number {
  if (header === undefined || header === '') return query ?? 0;
  if (typeof header !== 'string' || !/^\d{1,9}$/.test(header)) {
    throw invalid([{ pointer: '#', detail: 'Last-Event-ID must be the number of a line' }]);
  }
  return Number(header);
}

/** Events as the bytes of an answer, one at a time. */
export async function* bytesOf(events: AsyncIterable<StreamEvent>, format: (event: StreamEvent) => string) {
  for await (const event of events) yield Buffer.from(format(event));
}
