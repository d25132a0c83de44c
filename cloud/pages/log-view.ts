import type { LogLine } from '../store/run-logs.ts';
import type { Run } from '../store/runs.ts';
import { html, type Markup } from './html.ts';

/** Lines on the page; the text file has all. */
export const maxLogLines = 500;

/** Renders the last lines of a log; the script of the page appends new ones. */
export function logView(
  run: Run,
  lines: readonly LogLine[],
  { live, links }: { live: boolean; links: { stream: string; file: string } },
): Markup {
  const first = lines[0]?.seq ?? 1;
  const last = lines.at(-1)?.seq ?? 0;
  return html`<section aria-labelledby="log-title">
<div class="heading-row"><h2 id="log-title">Log</h2>${live && html`<p id="connection" class="quiet" role="status"></p>`}
<p class="quiet">Times in UTC · <a href="${links.file}">Full log</a></p></div>
<p id="log-earlier" class="quiet"${first <= 1 && html` hidden`}>Earlier lines are in the full log.</p>
<div id="log" class="log" role="log" aria-labelledby="log-title" tabindex="0"${
    live && html` data-stream="${links.stream}" data-after="${last}"`
  }>${lines.map(lineView)}</div>
${run.lastSeq === 0 && !live && html`<p class="quiet">The log is empty.</p>`}
${live && html`<template id="log-line">${lineView({ seq: 0, time: new Date(0), level: 'info', message: '', check: '' })}</template>`}
</section>`;
}

function lineView({ time, level, message, check }: LogLine): Markup {
  const iso = time.toISOString();
  return html`<p class="${level}"><time datetime="${iso}">${iso.slice(11, 19)}</time> <b>${check}</b> <span>${message}</span></p>`;
}
