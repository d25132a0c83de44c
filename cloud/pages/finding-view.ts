import { type Finding, inReadingOrder } from '../../kernel/finding.ts';
import { alike, placesByFile } from '../../kernel/report/alike.ts';
import { type ShownEvidence, shownEvidence } from '../../kernel/report/shown-evidence.ts';
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
  const groups = alike(inReadingOrder(check.findings));
  const shown = groups.slice(0, shownFindings);
  const more = groups.slice(shownFindings).reduce((sum, group) => sum + group.length, 0);
  return html`<h3 id="${findingsAnchor(check)}" tabindex="-1">${check.title}</h3>
<ul class="findings">${shown.map(([first, ...others]) => first && findingView(first, others))}</ul>
${more > 0 && html`<p class="quiet">${count(more, 'more finding')} in the reports.</p>`}`;
}

/** What it is, where, the text of the project that shows it, and what to do; then where else it is. */
function findingView(finding: Finding, others: readonly Finding[]): Markup {
  const { severity, code, message, file, line, column, fix, docs } = finding;
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  const address = webAddress(docs);
  const shown = shownEvidence(finding);
  return html`<li class="finding ${severity}">
<p class="label"><b>${severity}</b> <code>${code}</code></p>
<p class="message">${multiline(message)}</p>
${
  (place !== '' || shown !== undefined) &&
  html`<figure>
${place !== '' && html`<figcaption>${place}</figcaption>`}
${shown && html`<pre>${linesOf(shown, line)}</pre>`}
</figure>`
}
${fix !== undefined && html`<p class="fix"><b>Fix</b> ${multiline(fix)}</p>`}
${
  address !== undefined &&
  html`<p class="more"><a href="${address}" rel="noreferrer noopener">Read more<span class="unseen"> about ${code}</span></a></p>`
}
${others.length > 0 && othersView(others)}
</li>`;
}

function othersView(others: readonly Finding[]): Markup {
  const files = placesByFile(others);
  const said = `${others.length.toLocaleString('en')} more of the same`;
  if (files.length === 0) return html`<p class="more">${said}</p>`;
  return html`<details class="more"><summary>${said}</summary><ul>${files.map((places) => html`<li><code>${places}</code></li>`)}</ul></details>`;
}

/** A line of the project with its number and the place of the finding marked; other evidence as it is. */
function linesOf({ lines, isLine, offset }: ShownEvidence, number: number | undefined): Markup[] {
  return lines.map(
    (text) =>
      html`<span class="line">${isLine && number !== undefined && html`<i aria-hidden="true">${number}</i>`}<code>${offset === undefined ? multiline(text) : marked(text, offset)}</code></span>`,
  );
}

/** Unlike a caret in the next line, a mark stays at its place however wide the characters are and wherever the line breaks. */
function marked(text: string, offset: number): Markup {
  const [place = ''] = wordOrString.exec(text.slice(offset)) ?? [];
  const end = offset + place.length;
  return html`${multiline(text.slice(0, offset))}<mark>${multiline(place)}</mark>${multiline(text.slice(end))}`;
}

const wordOrString = /^(?:(["'`])(?:(?!\1).)*\1|[\p{L}\p{N}_$]+|.)/su;
