import type { LogLine } from '../store/run-logs.ts';
import type { StreamEvent } from './log-events.ts';

/** Formats an event as text/event-stream (https://html.spec.whatwg.org/multipage/server-sent-events.html). Only log lines have an id. */
export function asServerSentEvent(event: StreamEvent): string {
  if (event.type === 'keep-alive') return ': keep-alive\n\n';
  const id = event.type === 'log' ? `id: ${event.line.seq}\n` : '';
  return `${id}event: ${event.type}\ndata: ${JSON.stringify(dataOf(event))}\n\n`;
}

/** Formats an event as a line of JSON, its type first. */
export function asJsonLine(event: StreamEvent): string {
  return event.type === 'keep-alive' ? '' : `${JSON.stringify({ type: event.type, ...dataOf(event) })}\n`;
}

function dataOf(event: Exclude<StreamEvent, { type: 'keep-alive' }>) {
  if (event.type === 'log') return lineData(event.line);
  if (event.type === 'status') return event.record;
  return { status: event.status, lastSeq: event.lastSeq };
}

function lineData({ seq, time, level, message, check }: LogLine) {
  return { seq, time: time.toISOString(), level, message, ...(check !== undefined && { check }) };
}
