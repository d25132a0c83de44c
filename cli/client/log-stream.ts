import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { serviceError } from '../../kernel/errors.ts';
import { guard } from '../../kernel/guard.ts';
import { tryJson } from '../../kernel/project-files.ts';
import type { LogLine, RunRecord } from './api-types.ts';
import type { Connection } from './connection.ts';
import { TransientError } from './failure.ts';
import * as schemas from './schemas.ts';

const eventStream = 'text/event-stream';
/** Characters of an event. */
const maxEventLength = 1024 * 1024;
/** Seconds until the stream starts, and without data; the server sends a comment every 15 s (CONTRACT 1). */
const startSeconds = 20;
const silenceSeconds = 45;

type LogEvent = { type: 'line'; line: LogLine } | { type: 'status'; record: RunRecord } | { type: 'end' };

/**
 * Streams the log of a run after line `after` over one connection, until the `end` event or the signal aborts.
 * @throws {TransientError} if the stream breaks; {ServiceError} if there is no log
 */
export async function* readLogStream(
  connection: Connection,
  { runId, after, signal }: { runId: string; after: number; signal: AbortSignal },
): AsyncGenerator<LogEvent> {
  const timeout = new AbortController();
  const watchdog = setTimeout(() => timeout.abort(), silenceSeconds * 1000);
  const combined = AbortSignal.any([signal, timeout.signal]);
  const failure = (reason: string) => serviceError('CONNECTION_FAILED', { url: connection.baseUrl, reason });
  try {
    const { type, body } = await connection.stream({
      method: 'GET',
      path: `/runs/${encodeURIComponent(runId)}/logs${after > 0 ? `?after=${after}` : ''}`,
      accept: eventStream,
      headers: after > 0 ? { 'last-event-id': String(after) } : {},
      seconds: startSeconds,
      signal: combined,
    });
    if (type !== eventStream) throw failure(`expected a log stream, got ${type || 'no content type'}`);
    for await (const message of messagesIn(body, () => watchdog.refresh())) {
      const event = eventOf(message);
      if (event) yield event;
      if (event?.type === 'end') return;
    }
    throw new TransientError(failure('the log stream ended early'));
  } catch (error) {
    if (signal.aborted) return;
    if (timeout.signal.aborted) throw new TransientError(failure(`no data in the log stream for ${silenceSeconds} s`));
    // The connection or its encoding broke during the stream.
    if (error instanceof Error && error.name !== 'ServiceError') {
      throw error instanceof TransientError ? error : new TransientError(failure(error.message));
    }
    throw error;
  } finally {
    clearTimeout(watchdog);
  }
}

async function* messagesIn(body: AsyncIterable<Uint8Array>, onData: () => void): AsyncGenerator<EventSourceMessage> {
  let messages: EventSourceMessage[] = [];
  let overflow: Error | undefined;
  const parser = createParser({
    maxBufferSize: maxEventLength,
    onEvent: (message) => messages.push(message),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') overflow = error;
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    onData();
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* messages;
    messages = [];
    if (overflow) throw overflow;
  }
}

/** Parses an event; undefined for an unknown one, for example of a newer server. */
function eventOf({ event, data }: EventSourceMessage): LogEvent | undefined {
  if (event === 'end') return { type: 'end' };
  const value = tryJson(data);
  if (event === 'log' && guard(schemas.LogLine).is(value)) return { type: 'line', line: value };
  if (event === 'status' && guard(schemas.RunRecord).is(value)) return { type: 'status', record: value };
  return undefined;
}
