import type { Problem } from '../server/schemas.ts';
import { html } from './html.ts';
import { pageText } from './page.ts';

/** What is said besides, where the words of the API are not for somebody with a browser. */
const advice: Readonly<Record<string, string>> = {
  NOT_FOUND: 'Nothing is here, or the link is not complete. Runs are removed some time after they have ended.',
  RUN_NOT_FINISHED: 'There is no report before the run has ended.',
  UNAVAILABLE: 'Try again in a moment.',
  RUNNER_ERROR: 'Try again. If it stays, tell the operator the number of this request.',
};

/** An error for somebody with a browser. What they sent is not repeated. */
export function errorPage({ code, title, status, requestId }: Problem): string {
  return pageText({
    title,
    body: html`<div class="notice">
<p class="eyebrow">${status} · <code>${code}</code></p>
<h1>${title}</h1>
<p>${advice[code] ?? 'The request can not be answered as it is.'}</p>
<p class="quiet">Request <code>${requestId}</code></p>
</div>`,
  });
}
