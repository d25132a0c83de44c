import type { Finding } from '../../kernel/finding.ts';
import { groupByRule, locationsByFile, locationsText, type RuleGroup } from '../../kernel/report/group-findings.ts';
import { type ShownEvidence, shownEvidence } from '../../kernel/report/shown-evidence.ts';
import { shownMessage } from '../../kernel/report/shown-message.ts';
import { type CheckReport, countFindings } from '../../kernel/result.ts';
import { findingsAnchor } from './check-view.ts';
import { count } from './format.ts';
import { html, type Markup, multiline, prose, webAddress } from './html.ts';

/** Findings with message and source line: at most this many of a rule, and fewer of each if there are many rules. */
const maxShown = 5;
const maxShownOfAll = 150;
/** Findings that fit a page in full; of more, each rule is opened on demand. */
const maxOpen = 10;
/** Locations of the others on the page; the reports have all. */
const maxLocations = 2_000;

/** Renders findings by rule, each opened on demand. */
export function rulesView(findings: readonly Finding[]): Markup {
  const rules = groupByRule(findings);
  const limits = { open: false, ...limitsFor(rules.length) };
  return html`<ul class="findings">${rules.map((group) => ruleView(group, limits))}</ul>`;
}

/** Renders the findings of all checks by rule. Every rule is shown with its number, whatever the number of findings. */
export function findingsView(checks: readonly CheckReport[]): Markup {
  const found = checks
    .filter(({ findings }) => findings.length > 0)
    .map((check) => ({ check, rules: groupByRule(check.findings) }));
  const rules = found.reduce((sum, each) => sum + each.rules.length, 0);
  const limits = {
    open: found.reduce((sum, { check }) => sum + check.findings.length, 0) <= maxOpen,
    ...limitsFor(rules),
  };
  return html`${found.map(
    (
      each,
    ) => html`<h3 id="${findingsAnchor(each.check)}" tabindex="-1"><code>${each.check.name}</code> ${countFindings(each.check.findings)}</h3>
<ul class="findings">${each.rules.map((group) => ruleView(group, limits))}</ul>`,
  )}`;
}

function limitsFor(rules: number): Omit<Limits, 'open'> {
  return {
    shown: Math.min(maxShown, Math.max(1, Math.floor(maxShownOfAll / rules))),
    locations: Math.max(1, Math.floor(maxLocations / rules)),
  };
}

interface Limits {
  open: boolean;
  /** Findings of a rule with message and source line. */
  shown: number;
  /** Locations of its other findings. */
  locations: number;
}

/** Renders the findings of a rule: the message, then the first few in full, the locations of the others, and how to fix them. */
function ruleView({ code, severity, findings }: RuleGroup, { open, shown, locations }: Limits): Markup {
  const [first] = findings;
  const full = findings.slice(0, shown);
  const sameFix = full.every(({ fix }) => fix === first.fix);
  const address = webAddress(first.docs);
  return html`<li class="finding ${severity}"><details${open && html` open`}>
<summary><span class="label"><b>${severity}</b> <code>${code}</code>${findings.length > 1 && html` <span>${count(findings.length, 'finding')}</span>`}</span>
<span class="message">${prose(shownMessage(first))}</span></summary>
${full.map((finding, index) => findingView(finding, { before: full[index - 1] ?? first, withFix: !sameFix }))}
${othersView(findings.slice(shown), locations)}
${sameFix && fixView(first)}
${
  address !== undefined &&
  html`<p class="more"><a href="${address}" rel="noreferrer noopener">Read more<span class="unseen"> about ${code}</span></a></p>`
}
</details></li>`;
}

/** @param options.before the finding whose message stands above */
function findingView(finding: Finding, { before, withFix }: { before: Finding; withFix: boolean }): Markup {
  const { file, line, column } = finding;
  const message = shownMessage(finding);
  const location = [file, line, column].filter((part) => part !== undefined).join(':');
  const shown = shownEvidence(finding);
  return html`${message !== shownMessage(before) && html`<p class="message">${prose(message)}</p>`}
${
  (location !== '' || shown !== undefined) &&
  html`<figure>
${location !== '' && html`<figcaption>${location}</figcaption>`}
${shown && html`<pre>${linesOf(shown, line)}</pre>`}
</figure>`
}
${withFix && fixView(finding)}`;
}

function fixView({ fix }: Finding): Markup | false {
  return fix !== undefined && html`<p class="fix"><b>Fix</b> ${prose(fix)}</p>`;
}

function othersView(others: readonly Finding[], max: number): Markup | false {
  if (others.length === 0) return false;
  const files = locationsByFile(others.slice(0, max));
  const more = others.length - max;
  const summary = `${others.length.toLocaleString('en')} more`;
  if (files.length === 0) return html`<p class="more">${summary}</p>`;
  return html`<details class="more"><summary>${summary}</summary><ul>${files.map((locations) => html`<li><code>${locationsText(locations)}</code></li>`)}</ul>
${more > 0 && html`<p class="quiet">${count(more, 'more finding')} in the reports.</p>`}</details>`;
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
