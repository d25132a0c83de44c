import { gitText } from '../../kernel/git-state.ts';
import type { Verification } from '../../kernel/result.ts';
import { creditsOf } from '../server/run-record.ts';
import type { CheckState } from '../store/check-states.ts';
import type { LogLine } from '../store/run-logs.ts';
import { isFinal, type Run } from '../store/runs.ts';
import { checkStatesView, checksView } from './check-view.ts';
import { compatibilityView } from './compatibility-view.ts';
import { findingsView } from './finding-view.ts';
import { durationText, moment } from './format.ts';
import { html, type Markup, type Part } from './html.ts';
import { leftOutView } from './left-out-view.ts';
import { logView } from './log-view.ts';
import { isFiltered, operationsView } from './operation-view.ts';
import { pageText } from './page.ts';
import { publishedView } from './published-view.ts';
import { reportFormats } from './report-formats.ts';
import { nameOf, statusLabel } from './run-labels.ts';

export interface RunView {
  run: Run;
  /** Set once the run has ended. */
  verification?: Verification;
  /** The checks of a run that has not ended. */
  states?: readonly CheckState[];
  /** The last lines of its log. */
  lines: readonly LogLine[];
  /** Set for the account of the run. `once` makes a form count once; `allowed`: whether the key may use the buttons. */
  actions?: { once: string; allowed: boolean };
}

/** Renders a run. The script of the page refreshes the elements with `data-live`. */
export function runPage({ run, verification, states = [], lines, actions }: RunView): string {
  const live = !isFinal(run.status);
  const link = (path: string) => `/runs/${run.id}/${path}?token=${run.webToken}`;
  return pageText({
    title: `${statusLabel(run)}: ${nameOf(run)}`,
    live,
    filtered: isFiltered(verification?.checks ?? []),
    body: html`<p class="eyebrow">${run.projectType} · ${run.packageRef === undefined ? 'project' : 'published package'} · <code>${run.id}</code></p>
<h1>${nameOf(run)}</h1>
<div id="verdict" data-live role="status">${verdictOf(run, verification)}</div>
<div id="facts" data-live>${factsOf(run, verification)}</div>
<div id="actions" data-live>${actionsOf(run, actions)}</div>
<div id="results" data-live>${verification === undefined ? progressOf(states) : resultsOf(verification, link)}</div>
${logView(run, lines, { live, links: { stream: link('logs'), file: link('log.txt') } })}`,
  });
}

function verdictOf(run: Run, verification?: Verification): Markup {
  const { status, checks, queuePosition, cancelRequested } = run;
  const progress = {
    queued: queuePosition === undefined ? 'Waiting in the queue' : `Position ${queuePosition} in the queue`,
    running: checks.total === 0 ? 'Fetching the project' : `${checks.done} of ${checks.total} checks done`,
  };
  const summary = status === 'queued' || status === 'running' ? progress[status] : (verification?.summary ?? '');
  return html`<p class="verdict ${status}"><strong>${statusLabel(run)}</strong> <span>${summary}${cancelRequested && !isFinal(status) && ' (cancelling)'}</span></p>
${status === 'running' && checks.total > 0 && html`<progress max="${checks.total}" value="${checks.done}" aria-label="Checks done"></progress>`}`;
}

function factsOf(run: Run, verification?: Verification): Markup {
  const { createdAt, startedAt, finishedAt, ref, n8n, repeats, timeout } = run;
  const { held, charged, refunded } = creditsOf(run);
  const credits = [held > 0 && `${held} held`, refunded > 0 && `${refunded} refunded`].find(Boolean);
  const facts: [string, Part][] = [
    ['Created', moment(createdAt)],
    ['Queued for', startedAt && durationText(startedAt.getTime() - createdAt.getTime())],
    ['Duration', startedAt && finishedAt && durationText(finishedAt.getTime() - startedAt.getTime())],
    ['Time limit', durationText(timeout * 1_000)],
    ['Credits', credits || `${charged} charged`],
    ['Ref', ref],
    ['Commit', gitText(run.git)],
    ['n8n', n8n],
    ['Repeats run', repeats],
    ['Ruleset', verification?.ruleset],
  ];
  return html`<dl class="facts">${facts
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** Buttons for the account of the run, and the link that others can open; for them, the way to the buttons. */
function actionsOf(run: Run, actions: RunView['actions']): Part {
  const links =
    actions &&
    html`<a href="/runs/${run.id}?token=${run.webToken}">Link to share</a>${
      run.package !== undefined &&
      html` <a href="/account/package?name=${encodeURIComponent(run.package)}">All runs of the package</a>`
    }`;
  return html`${buttonOf(run, actions)} ${links}`;
}

function buttonOf({ id, status, packageRef, cancelRequested }: Run, actions: RunView['actions']): Part {
  const can = isFinal(status) ? packageRef !== undefined && 'Run again' : !cancelRequested && 'Cancel the run';
  if (!can && isFinal(status))
    return html`<p class="quiet">The cloud deletes the uploaded files when a run ends. To verify the project again, run <code>service verify</code> in it.</p>`;
  if (!can || actions?.allowed === false) return false;
  if (!actions) return html`<p class="quiet"><a href="/account/runs/${id}">${can}</a> with a key of its account</p>`;
  if (!isFinal(status))
    return html`<form method="post" action="/account/runs/${id}/cancel"><button>${can}</button></form>`;
  return html`<form method="post" action="/account/runs/${id}/again"><input type="hidden" name="once" value="${actions.once}"><button>${can}</button></form>`;
}

function progressOf(states: readonly CheckState[]): Part {
  return (
    states.length > 0 &&
    html`<section aria-labelledby="checks-title"><h2 id="checks-title">Checks</h2>${checkStatesView(states)}</section>`
  );
}

/** Renders the checks, the findings, what did not count, the operations and the reports. */
function resultsOf(verification: Verification, link: (path: string) => string): Markup {
  const { checks } = verification;
  const downloads = Object.entries(reportFormats).map(
    ([format, { title }]) => html`<li><a href="${link(`reports/${format}`)}" download>${title}</a></li>`,
  );
  const found = checks.some(({ findings }) => findings.length > 0);
  return html`${checks.length > 0 && html`<section aria-labelledby="checks-title"><h2 id="checks-title">Checks</h2>${checksView(checks)}</section>`}
<section aria-labelledby="reports-title"><h2 id="reports-title">Reports</h2><ul class="reports">${downloads}<li><a href="${link('log.txt')}" download="service-log.txt">Log</a></li></ul></section>
${found && html`<section aria-labelledby="findings-title"><h2 id="findings-title">Findings</h2>${findingsView(checks)}</section>`}
${publishedView(verification)}
${leftOutView(verification)}
${compatibilityView(checks)}
${operationsView(checks)}`;
}
