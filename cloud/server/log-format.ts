import type { LogLine } from '../store/run-logs.ts';
import type { StreamEvent } from './log-stream.ts';

/** An event as text/event-stream (https://html.spec.whatwg.org/multipage/server-sent-events.html). Only lines have an id. */
export function asServerSentEvent(event: StreamEvent): string {
  if (event.type === 'silence') return ': still here\n\n';
  const id = event.type === 'log' ? `id: ${event.line.seq}\n` : '';
  return `${id}event: ${event.type}\ndata: ${JSON.stringify(dataOf(event))}\n\n`;
}

/** An event as a line of JSON, its type first. */
export function asJsonLine(event: StreamEvent): string {
  return event.type === 'silence' ? '' : `${JSON.stringify({ type: event.type, ...dataOf(event) })}\n`;
}

function dataOf(event: Exclude<StreamEvent, { type: 'silence' }>) {
  if (event.type === 'log') return lineData(event.line);
  if (event.type === 'status') return event.record;
  return { status: event.status, lastSeq: event.lastSeq };
}

function lineData({ seq, time, level, message, check }: LogLine) {
  return { seq, time: time.toISOString(), level, message, ...(check !== undefined && { check }) };
}
