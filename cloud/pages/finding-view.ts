import type { Finding } from '../../kernel/finding.ts';
import { html, type Markup, multiline, webAddress } from './html.ts';

/** A finding: what it is, where, the text of the project that shows it, and what to do. */
export function findingView({ severity, code, message, file, line, column, evidence, fix, docs }: Finding): Markup {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  const address = webAddress(docs);
  return html`<li class="finding ${severity}">
<p class="label"><b>${severity}</b> <code>${code}</code></p>
<p class="message">${multiline(message)}</p>
${
  (place !== '' || evidence !== undefined) &&
  html`<figure>
${place !== '' && html`<figcaption>${place}</figcaption>`}
${evidence !== undefined && html`<pre>${linesOf(evidence, line)}</pre>`}
</figure>`
}
${fix !== undefined && html`<p class="fix"><b>Fix</b> ${multiline(fix)}</p>`}
${address !== undefined && html`<p class="more"><a href="${address}" rel="noreferrer noopener">Read more<span class="unseen"> about ${code}</span></a></p>`}
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
