import { type Finding, inReadingOrder } from '../../kernel/finding.ts';
import { groupFindings, locationsByFile } from '../../kernel/report/group-findings.ts';
import { type ShownEvidence, shownEvidence } from '../../kernel/report/shown-evidence.ts';
import type { CheckReport } from '../../kernel/result.ts';
import { findingsAnchor } from './check-view.ts';
import { count } from './format.ts';
import { html, type Markup, multiline, webAddress } from './html.ts';

/** Groups of findings per check; the reports have all findings. */
const maxGroups = 100;

/** Renders the findings of all checks. */
export function findingsView(checks: readonly CheckReport[]): Markup {
  return html`${checks.filter(({ findings }) => findings.length > 0).map(checkFindings)}`;
}

function checkFindings(check: CheckReport): Markup {
  const groups = groupFindings(inReadingOrder(check.findings));
  const shown = groups.slice(0, maxGroups);
  const more = groups.slice(maxGroups).reduce((sum, group) => sum + group.length, 0);
  return html`<h3 id="${findingsAnchor(check)}" tabindex="-1">${check.title}</h3>
<ul class="findings">${shown.map(([first, ...others]) => first && findingView(first, others))}</ul>
${more > 0 && html`<p class="quiet">${count(more, 'more finding')} in the reports.</p>`}`;
}

/** Renders a finding: message, location, evidence and fix; then the locations of the same finding elsewhere. */
function findingView(finding: Finding, others: readonly Finding[]): Markup {
  const { severity, code, message, file, line, column, fix, docs } = finding;
  const location = [file, line, column].filter((part) => part !== undefined).join(':');
  const address = webAddress(docs);
  const shown = shownEvidence(finding);
  return html`<li class="finding ${severity}">
<p class="label"><b>${severity}</b> <code>${code}</code></p>
<p class="message">${multiline(message)}</p>
${
  (location !== '' || shown !== undefined) &&
  html`<figure>
${location !== '' && html`<figcaption>${location}</figcaption>`}
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
  const files = locationsByFile(others);
  const summary = `${others.length.toLocaleString('en')} more of the same`;
  if (files.length === 0) return html`<p class="more">${summary}</p>`;
  return html`<details class="more"><summary>${summary}</summary><ul>${files.map((places) => html`<li><code>${places}</code></li>`)}</ul></details>`;
}

/** Renders a line of the project with its number and the location marked; other evidence unchanged. */
function linesOf({ lines, isLine, offset }: ShownEvidence, number: number | undefined): Markup[] {
  return lines.map(
    (text) =>
      html`<span class="line">${isLine && number !== undefined && html`<i aria-hidden="true">${number}</i>`}<code>${offset === undefined ? multiline(text) : marked(text, offset)}</code></span>`,
  );
}

/** Unlike a caret below the line, a mark is right for wide characters and wrapped lines. */
function marked(text: string, offset: number): Markup {
  const [place = ''] = wordOrString.exec(text.slice(offset)) ?? [];
  const end = offset + place.length;
  return html`${multiline(text.slice(0, offset))}<mark>${multiline(place)}</mark>${multiline(text.slice(end))}`;
}

const wordOrString = /^(?:(["'`])(?:(?!\1).)*\1|[\p{L}\p{N}_$]+|.)/su;
