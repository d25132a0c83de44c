import { nounFor } from '../../kernel/counted.ts';
import { html, type Markup } from './html.ts';

/** Formats a duration: `340 ms`, `1.2 s`, `2 min 5 s`. @param milliseconds 0 or more */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1_000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1_000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return withRest(`${minutes} min`, seconds % 60, 's');
  return withRest(`${Math.floor(minutes / 60)} h`, minutes % 60, 'min');
}

function withRest(whole: string, rest: number, unit: string): string {
  return rest === 0 ? whole : `${whole} ${rest} ${unit}`;
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Renders a time, readable by people and programs. */
export function moment(date: Date): Markup {
  return html`<time datetime="${date.toISOString()}">${day.format(date)} UTC</time>`;
}

/** `1 credit`, `3 credits`. */
export function count(number: number, word: string): string {
  return `${number.toLocaleString('en')} ${nounFor(number, word)}`;
}
