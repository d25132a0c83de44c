import type { Problem } from '../server/schemas.ts';
import { html } from './html.ts';
import { pageText } from './page.ts';

/** Advice for users of a browser, by code. */
const advice: Readonly<Record<string, string>> = {
  NOT_FOUND: 'This page does not exist, or the link is incomplete. Runs are deleted some time after they end.',
  RUN_NOT_FINISHED: 'Reports are available once the run has ended.',
  FORBIDDEN: 'The key that is signed in does not have the scope for this.',
  INSUFFICIENT_CREDITS: 'The account has not enough credits. Ask the operator for more.',
  CONCURRENCY_CAP_REACHED: 'The account has too many active runs. Wait for one to end, or cancel one.',
  AMBIGUOUS_RUN_ID: 'Several runs have IDs that start like this. Give more characters.',
  UNAVAILABLE: 'Try again in a moment.',
  RUNNER_ERROR: 'Try again. If the error persists, give the request id below to the operator.',
};

/** Renders an error without repeating anything of the request. */
export function errorPage({ code, title, status, requestId }: Problem): string {
  return pageText({
    title,
    body: html`<div class="notice">
<p class="eyebrow">${status} · <code>${code}</code></p>
<h1>${title}</h1>
<p>${advice[code] ?? 'The request is not valid.'}</p>
<p class="quiet">Request <code>${requestId}</code></p>
</div>`,
  });
}
