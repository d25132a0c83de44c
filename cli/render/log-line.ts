import type { LogEntry } from '../../kernel/events.ts';
import { printable } from '../../kernel/printable.ts';
import type { Colors } from '../terminal.ts';
import { wrap } from './wrap.ts';

/**
 * `[HH:MM:SS] message` in local time (SPEC 4.2).
 * @param stream colors, and columns if it is a terminal, which would break words
 */
export function logLine(
  { time, level, message }: LogEntry & { time: string },
  { colors, width }: { colors: Colors; width: number | undefined },
): string {
  const { dim, red, yellow } = colors;
  const paint = { info: (text: string) => text, warn: yellow, error: red }[level];
  const start = `[${localTime(time)}] `;
  const [first = '', ...rest] = wrap(printable(message), { indent: ' '.repeat(start.length), width });
  return `${dim(start.trimEnd())} ${[first.slice(start.length), ...rest].map(paint).join('\n')}`;
}

function localTime(time: string): string {
  const date = new Date(time);
  const parts = Number.isNaN(date.getTime()) ? [0, 0, 0] : [date.getHours(), date.getMinutes(), date.getSeconds()];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
