import type { LogEntry } from '../../kernel/events.ts';
import { printable } from '../../kernel/printable.ts';
import type { Colors } from '../terminal.ts';

/** `[HH:MM:SS] message` in local time (SPEC 4.2). @param colors colors of the output stream */
export function logLine({ time, level, message }: LogEntry & { time: string }, colors: Colors): string {
  const { dim, red, yellow } = colors;
  const paint = { info: (text: string) => text, warn: yellow, error: red }[level];
  return `${dim(`[${localTime(time)}]`)} ${paint(printable(message))}`;
}

function localTime(time: string): string {
  const date = new Date(time);
  const parts = Number.isNaN(date.getTime()) ? [0, 0, 0] : [date.getHours(), date.getMinutes(), date.getSeconds()];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
