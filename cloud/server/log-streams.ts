import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RunFeed } from '../store/run-feed.ts';
import type { CloudContext } from './cloud-context.ts';
import type { WatchedKey } from './key-revocations.ts';
import { eventsUntilEnd, type StreamEvent, type StreamOptions } from './log-events.ts';
import { asServerSentEvent } from './log-format.ts';
import { onceClosed } from './once-closed.ts';
import { invalidRequest } from './problem.ts';
import type { Watchers } from './watchers.ts';

export const eventStream = 'text/event-stream';

/** The log streams of the API and of the pages. */
export class LogStreams {
  /** Shared by all streams. */
  readonly feed: RunFeed;
  readonly #cloud: CloudContext;
  readonly #watchers: Watchers;

  constructor(cloud: CloudContext, watchers: Watchers) {
    this.#cloud = cloud;
    this.#watchers = watchers;
    this.feed = new RunFeed(cloud.database.kysely);
  }

  /**
   * Sends the events of a run until its end. The caller has checked that the reader may see the run.
   * @param key the reader's key, if any: the stream ends when it is revoked or expires
   * @throws {HttpError} RATE_LIMITED, UNAVAILABLE when too many streams are open
   */
  send(reply: FastifyReply, options: Omit<StreamOptions, 'feed'>, key?: WatchedKey): FastifyReply {
    const { accountId, runId } = options;
    const signal = this.#watchers.add(reply, { accountId, ...key }, 'log');
    const updates = this.#cloud.updates.subscribe(runId);
    onceClosed(reply, () => updates[Symbol.dispose]());
    const events = eventsUntilEnd({ ...options, feed: this.feed }, updates, { signal });
    // Keeps proxies from buffering the events.
    reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no').type(eventStream);
    return reply.send(Readable.from(bytesOf(events, asServerSentEvent)));
  }
}

/** The line after which a stream starts. A browser that reconnects repeats the original URL, so the header wins. */
export function afterOf(header: FastifyRequest['headers'][string], query: number | undefined): number {
  if (header === undefined || header === '') return query ?? 0;
  if (typeof header !== 'string' || !/^\d{1,9}$/.test(header)) {
    throw invalidRequest([{ pointer: '#', detail: 'Last-Event-ID must be the number of a log line' }]);
  }
  return Number(header);
}

/** Formats events as the bytes of a response. */
export async function* bytesOf(events: AsyncIterable<StreamEvent>, format: (event: StreamEvent) => string) {
  for await (const event of events) yield Buffer.from(format(event));
}
