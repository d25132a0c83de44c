import { type Finding, inReadingOrder } from '../../kernel/finding.ts';
import type { CheckReport } from '../../kernel/result.ts';
import { findingsAnchor } from './check-view.ts';
import { count } from './format.ts';
import { html, type Markup, multiline, webAddress } from './html.ts';

/** Findings of one check that a page shows; the reports have all. */
const shownFindings = 100;

/** What the checks found, check by check. */
export function findingsView(checks: readonly CheckReport[]): Markup {
  return html`${checks.filter(({ findings }) => findings.length > 0).map(foundBy)}`;
}

function foundBy(check: CheckReport): Markup {
  const shown = inReadingOrder(check.findings).slice(0, shownFindings);
  const more = check.findings.length - shown.length;
  return html`<h3 id="${findingsAnchor(check)}" tabindex="-1">${check.title}</h3>
<ul class="findings">${shown.map(findingView)}</ul>
${more > 0 && html`<p class="quiet">${count(more, 'more finding')} in the reports.</p>`}`;
}

/** What it is, where, the text of the project that shows it, and what to do. */
function findingView({ severity, code, message, file, line, column, evidence, fix, docs }: Finding): Markup {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  const address = webAddress(docs);
  // A bracket alone shows nobody anything.
  const shown = evidence !== undefined && /[\p{L}\p{N}]/u.test(evidence) ? evidence : undefined;
  return html`<li class="finding ${severity}">
<p class="label"><b>${severity}</b> <code>${code}</code></p>
<p class="message">${multiline(message)}</p>
${
  (place !== '' || shown !== undefined) &&
  html`<figure>
${place !== '' && html`<figcaption>${place}</figcaption>`}
${shown !== undefined && html`<pre>${linesOf(shown, line)}</pre>`}
</figure>`
}
${fix !== undefined && html`<p class="fix"><b>Fix</b> ${multiline(fix)}</p>`}
${
  address !== undefined &&
  html`<p class="more"><a href="${address}" rel="noreferrer noopener">Read more<span class="unseen"> about ${code}</span></a></p>`
}
</li>`;
}

/** With the number that the first line has in its file, where it is known. */
function linesOf(evidence: string, first: number | undefined): Markup[] {
  return evidence
    .split(/\r\n|\n|\r/)
    .map(
      (text, index) =>
        html`<span class="line">${first !== undefined && html`<i aria-hidden="true">${first + index}</i>`}<code>${multiline(text)}</code></span>`,
    );
}
