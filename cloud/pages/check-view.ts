import { notCheckedText } from '../../kernel/not-checked.ts';
import { type CheckReport, countFindings, outcomeOf as reportOutcome, skipReason } from '../../kernel/result.ts';
import type { CheckState } from '../store/check-states.ts';
import { durationText } from './format.ts';
import { html, type Markup, prose } from './html.ts';

type Outcome = 'passed' | 'warned' | 'skipped' | 'failed';

const labels: Readonly<Record<Outcome, string>> = {
  passed: 'Passed',
  warned: 'Passed with warnings',
  skipped: 'Not run',
  failed: 'Failed',
};

/** Renders all checks in order, each with a bar for its duration relative to the maxDuration one. */
export function checksView(checks: readonly CheckReport[]): Markup {
  const maxDuration = Math.max(...checks.map(({ duration }) => duration)) || 1;
  return html`<ol class="checks">${checks.map((check) => checkView(check, maxDuration))}</ol>`;
}

const stateLabels: Readonly<Record<CheckState['state'], string>> = {
  waiting: 'Waiting',
  running: 'Running',
  passed: labels.passed,
  failed: labels.failed,
  skipped: labels.skipped,
};

/** Renders the checks of a run that has not ended. */
export function checkStatesView(states: readonly CheckState[]): Markup {
  return html`<ol class="checks">${states.map(
    ({ name, title, state, found, duration }) => html`<li class="check ${state}">
<div class="row">
<span class="mark" role="img" aria-label="${stateLabels[state]}"></span>
<p>${title} <code>${name}</code></p>
<span class="state">${found}</span>
<span class="time">${duration === undefined ? stateLabels[state] : durationText(duration)}</span>
</div>
</li>`,
  )}</ol>`;
}

/** The id of the section with a check's findings. */
export const findingsAnchor = ({ name }: CheckReport) => `findings-${name}`;

function checkView(check: CheckReport, maxDuration: number): Markup {
  const { name, title, findings, duration } = check;
  const outcome = outcomeOf(check);
  const share = Math.max(0.5, (duration / maxDuration) * 100).toFixed(1);
  const message = messageOf(check);
  return html`<li class="check ${outcome}">
<div class="row">
<span class="mark" role="img" aria-label="${labels[outcome]}"></span>
<p>${title} <code>${name}</code></p>
<svg class="bar" aria-hidden="true" focusable="false"><rect width="100%" height="100%"/><rect width="${share}%" height="100%"/></svg>
<span class="time">${durationText(duration)}</span>
</div>
${message !== undefined && html`<p class="note">${prose(message)}</p>`}
${
  findings.length > 0 &&
  html`<p class="note"><a href="#${findingsAnchor(check)}">${countFindings(findings)}<span class="unseen"> of ${title}</span></a></p>`
}
</li>`;
}

function outcomeOf(check: CheckReport): Outcome {
  const outcome = reportOutcome(check);
  return outcome === 'passed' && check.findings.length > 0 ? 'warned' : outcome;
}

/** The message, unless it only repeats the findings, and the parts that were not checked. */
function messageOf(check: CheckReport): string | undefined {
  const reason = skipReason(check);
  if (reason !== undefined) return `not run: ${reason}`;
  const { message, findings, notChecked = [] } = check;
  const parts = notCheckedText(notChecked);
  const counts = countFindings(findings);
  const own = counts !== '' && message?.startsWith(counts) ? undefined : message;
  if (parts === '' || own === parts) return own;
  return own === undefined ? parts : `${own}\n${parts}`;
}
