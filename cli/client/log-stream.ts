import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { serviceError } from '../../kernel/errors.ts';
import type { LogLine, RunRecord } from './api-types.ts';
import type { Connection } from './connection.ts';
import { TransientError } from './failure.ts';
import * as guards from './guards.ts';

const eventStream = 'text/event-stream';
/** Characters of one event. */
const eventLimit = 1024 * 1024;
/** Seconds: until the stream begins, and of silence after which it is taken for dead; CONTRACT 1 has a sign of life every 15. */
const beginSeconds = 20;
const silenceSeconds = 45;

export type LogEvent = { type: 'line'; line: LogLine } | { type: 'status'; record: RunRecord } | { type: 'end' };

/**
 * One connection's worth of a run's log, from the line after `after` on. Ends after the `end` event, or when the signal
 * aborts.
 * @throws {TransientError} when the stream breaks off; {ServiceError} when there is none to be had
 */
export async function* readLogStream(
  connection: Connection,
  { runId, after, signal }: { runId: string; after: number; signal: AbortSignal },
): AsyncGenerator<LogEvent> {
  const silent = new AbortController();
  const watchdog = setTimeout(() => silent.abort(), silenceSeconds * 1000);
  const either = AbortSignal.any([signal, silent.signal]);
  const broken = (reason: string) => serviceError('CONNECTION_FAILED', { url: connection.baseUrl, reason });
  try {
    const { type, body } = await connection.stream({
      method: 'GET',
      path: `/runs/${encodeURIComponent(runId)}/logs${after > 0 ? `?after=${after}` : ''}`,
      accept: eventStream,
      headers: after > 0 ? { 'last-event-id': String(after) } : {},
      seconds: beginSeconds,
      signal: either,
    });
    if (type !== eventStream) throw broken(`expected a log stream, got ${type || 'no content type'}`);
    for await (const message of messagesIn(body, () => watchdog.refresh())) {
      const event = eventOf(message);
      if (event) yield event;
      if (event?.type === 'end') return;
    }
    throw new TransientError(broken('the log stream ended early'));
  } catch (error) {
    if (signal.aborted) return;
    if (silent.signal.aborted) throw new TransientError(broken(`no data in the log stream for ${silenceSeconds} s`));
    // What breaks in the middle of a stream: the connection, or its encoding.
    if (error instanceof Error && error.name !== 'ServiceError') {
      throw error instanceof TransientError ? error : new TransientError(broken(error.message));
    }
    throw error;
  } finally {
    clearTimeout(watchdog);
  }
}

async function* messagesIn(body: AsyncIterable<Uint8Array>, alive: () => void): AsyncGenerator<EventSourceMessage> {
  let messages: EventSourceMessage[] = [];
  let overflow: Error | undefined;
  const parser = createParser({
    maxBufferSize: eventLimit,
    onEvent: (message) => messages.push(message),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') overflow = error;
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    alive();
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* messages;
    messages = [];
    if (overflow) throw overflow;
  }
}

/** An event, or undefined for one that a newer server may know. */
function eventOf({ event, data }: EventSourceMessage): LogEvent | undefined {
  if (event === 'end') return { type: 'end' };
  const value = parsed(data);
  if (event === 'log' && guards.logLine.is(value)) return { type: 'line', line: value };
  if (event === 'status' && guards.runRecord.is(value)) return { type: 'status', record: value };
  return undefined;
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
