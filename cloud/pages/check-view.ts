import { notCheckedText } from '../../kernel/not-checked.ts';
import { type CheckReport, countFindings, outcomeOf as resultOf } from '../../kernel/result.ts';
import { durationText } from './format.ts';
import { html, type Markup, multiline } from './html.ts';

type Outcome = 'passed' | 'warned' | 'skipped' | 'failed';

const words: Readonly<Record<Outcome, string>> = {
  passed: 'Passed',
  warned: 'Passed with warnings',
  skipped: 'Not run',
  failed: 'Failed',
};

/** All checks in their order, each with a bar of the time that it took beside the one that took longest. */
export function checksView(checks: readonly CheckReport[]): Markup {
  const longest = Math.max(...checks.map(({ duration }) => duration)) || 1;
  return html`<ol class="checks">${checks.map((check) => checkView(check, longest))}</ol>`;
}

/** What links of a page call a check's findings. */
export const findingsAnchor = ({ name }: CheckReport) => `findings-${name}`;

function checkView(check: CheckReport, longest: number): Markup {
  const { name, title, findings, duration } = check;
  const outcome = outcomeOf(check);
  const share = Math.max(0.5, (duration / longest) * 100).toFixed(1);
  const said = saidOf(check);
  return html`<li class="check ${outcome}">
<div class="row">
<span class="mark" role="img" aria-label="${words[outcome]}"></span>
<p>${title} <code>${name}</code></p>
<svg class="bar" aria-hidden="true" focusable="false"><rect width="100%" height="100%"/><rect width="${share}%" height="100%"/></svg>
<span class="time">${durationText(duration)}</span>
</div>
${said !== undefined && html`<p class="said">${multiline(said)}</p>`}
${
  findings.length > 0 &&
  html`<p class="said"><a href="#${findingsAnchor(check)}">${countFindings(findings)}<span class="unseen"> of ${title}</span></a></p>`
}
</li>`;
}

function outcomeOf(check: CheckReport): Outcome {
  const outcome = resultOf(check);
  return outcome === 'passed' && check.findings.length > 0 ? 'warned' : outcome;
}

/** The message, where it says more than the findings do, and what was not checked. */
function saidOf(check: CheckReport): string | undefined {
  const { message, findings, notChecked = [] } = check;
  const parts = notCheckedText(notChecked);
  const counts = countFindings(findings);
  const told = counts !== '' && message?.startsWith(counts) ? undefined : message;
  if (parts === '' || told === parts) return told;
  return told === undefined ? parts : `${told}\n${parts}`;
}
