import { changesText, type Verification } from '../../kernel/result.ts';
import { creditsOf } from '../server/run-record.ts';
import type { LogLine } from '../store/run-logs.ts';
import { isFinal, type Run } from '../store/runs.ts';
import { checksView } from './check-view.ts';
import { findingsView } from './finding-view.ts';
import { durationText, moment } from './format.ts';
import { html, type Markup, type Part } from './html.ts';
import { logView } from './log-view.ts';
import { pageText } from './page.ts';
import { reportFormats } from './report-formats.ts';
import { nameOf, statusLabels } from './run-labels.ts';

export interface RunView {
  run: Run;
  /** Set once the run has ended. */
  verification: Verification | undefined;
  /** The last lines of its log. */
  lines: readonly LogLine[];
}

/** Renders a run. The script of the page refreshes the elements with `data-live`. */
export function runPage({ run, verification, lines }: RunView): string {
  const live = !isFinal(run.status);
  const link = (path: string) => `/runs/${run.id}/${path}?token=${run.webToken}`;
  return pageText({
    title: `${statusLabels[run.status]}: ${nameOf(run)}`,
    live,
    body: html`<p class="eyebrow">${run.projectType} · ${run.packageRef === undefined ? 'project' : 'published package'} · <code>${run.id}</code></p>
<h1>${nameOf(run)}</h1>
<div id="verdict" data-live role="status">${verdictOf(run, verification)}</div>
<div id="facts" data-live>${factsOf(run, verification)}</div>
<div id="results" data-live>${verification !== undefined && resultsOf(verification, link)}</div>
${logView(run, lines, { live, links: { stream: link('logs'), file: link('log.txt') } })}`,
  });
}

function verdictOf({ status, checks, queuePosition, cancelRequested }: Run, verification?: Verification): Markup {
  const progress = {
    queued: queuePosition === undefined ? 'Waiting in the queue' : `Position ${queuePosition} in the queue`,
    running: checks.total === 0 ? 'Fetching the project' : `${checks.done} of ${checks.total} checks done`,
  };
  const summary = status === 'queued' || status === 'running' ? progress[status] : (verification?.summary ?? '');
  return html`<p class="verdict ${status}"><strong>${statusLabels[status]}</strong> <span>${summary}${cancelRequested && !isFinal(status) && ' (cancelling)'}</span></p>
${status === 'running' && checks.total > 0 && html`<progress max="${checks.total}" value="${checks.done}" aria-label="Checks done"></progress>`}`;
}

function factsOf(run: Run, verification?: Verification): Markup {
  const { createdAt, startedAt, finishedAt, ref, timeout } = run;
  const { held, charged, refunded } = creditsOf(run);
  const credits = [held > 0 && `${held} held`, refunded > 0 && `${refunded} refunded`].find(Boolean);
  const facts: [string, Part][] = [
    ['Created', moment(createdAt)],
    ['Queued for', startedAt && durationText(startedAt.getTime() - createdAt.getTime())],
    ['Duration', startedAt && finishedAt && durationText(finishedAt.getTime() - startedAt.getTime())],
    ['Time limit', durationText(timeout * 1_000)],
    ['Credits', credits || `${charged} charged`],
    ['Ref', ref],
    ['Ruleset', verification?.ruleset],
    ['Rules changed', changesText(verification?.ruleChanges ?? [])],
  ];
  return html`<dl class="facts">${facts
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** Renders the overview of the checks, the reports, and all findings. */
function resultsOf({ checks }: Verification, link: (path: string) => string): Markup {
  const downloads = Object.entries(reportFormats).map(
    ([format, { title }]) => html`<li><a href="${link(`reports/${format}`)}" download>${title}</a></li>`,
  );
  const found = checks.some(({ findings }) => findings.length > 0);
  return html`${checks.length > 0 && html`<section aria-labelledby="checks-title"><h2 id="checks-title">Checks</h2>${checksView(checks)}</section>`}
<section aria-labelledby="reports-title"><h2 id="reports-title">Reports</h2><ul class="reports">${downloads}<li><a href="${link('log.txt')}" download="service-log.txt">Log</a></li></ul></section>
${found && html`<section aria-labelledby="findings-title"><h2 id="findings-title">Findings</h2>${findingsView(checks)}</section>`}`;
}
