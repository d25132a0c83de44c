import { gitText } from '../../kernel/git-state.ts';
import type { RunComparison } from '../../kernel/report/compare-runs.ts';
import type { Verification } from '../../kernel/result.ts';
import type { Run } from '../store/runs.ts';
import { rulesView } from './finding-view.ts';
import { count, moment } from './format.ts';
import { html, type Markup, type Part } from './html.ts';
import { pageText } from './page.ts';
import { statusLabel } from './run-labels.ts';

/** Two runs of the package, and what is different between them. */
export interface ComparedRuns extends RunComparison {
  before: { run: Run; verification: Verification };
  after: { run: Run; verification: Verification };
}

/** Renders a package: its runs, and what came, went and stayed between two of them. */
export function packagePage({
  name,
  runs,
  comparable,
  compared,
  older,
}: {
  name: string;
  runs: readonly Run[];
  /** Runs with a verdict, newest first. */
  comparable: readonly Run[];
  compared: ComparedRuns | undefined;
  /** Cursor of the next page. */
  older: string | undefined;
}): string {
  return pageText({
    title: name,
    body: html`<p class="eyebrow">Package</p>
<h1>${name}</h1>
${
  comparable.length > 1 &&
  html`<section aria-labelledby="changes-title"><h2 id="changes-title">What changed</h2>
${compareForm(name, comparable, compared)}
${compared && comparisonOf(compared)}</section>`
}
<section aria-labelledby="runs-title"><h2 id="runs-title">Runs</h2>
${table(runs)}
${older !== undefined && html`<p><a href="/account/package?name=${encodeURIComponent(name)}&cursor=${older}" rel="next">Older runs</a></p>`}
</section>`,
  });
}

function compareForm(name: string, runs: readonly Run[], compared: ComparedRuns | undefined): Markup {
  return html`<form class="compare" method="get" action="/account/package">
<input type="hidden" name="name" value="${name}">
<label>From <select name="from">${options(runs, compared?.before.run)}</select></label>
<label>to <select name="to">${options(runs, compared?.after.run)}</select></label>
<button>Compare</button>
</form>`;
}

/** A run that is compared but not among the newest is an option too. */
function options(runs: readonly Run[], selected: Run | undefined): Markup[] {
  const all = selected === undefined || runs.some(({ id }) => id === selected.id) ? runs : [...runs, selected];
  return all.map(
    (run) => html`<option value="${run.id}"${run.id === selected?.id && html` selected`}>${describe(run)}</option>`,
  );
}

/** `23 Nov 2026, 05:12 · main 1a2b3c4 · Failed`. */
function describe(run: Run): string {
  const time = run.createdAt.toISOString().slice(0, 16).replace('T', ' ');
  return [time, sourceOf(run), statusLabel(run)].filter((part) => part !== undefined).join(' · ');
}

function sourceOf({ packageRef, ref, git }: Run): string | undefined {
  return packageRef ?? ref ?? gitText(git);
}

function comparisonOf({ before, after, came, went, stayed, notCompared }: ComparedRuns): Markup {
  const rulesets = [before, after].map(({ verification }) => verification.ruleset ?? 'none');
  return html`${group('Came', came)}${group('Went', went)}${group('Stayed', stayed)}
${notCompared.length > 0 && html`<p class="quiet">Not compared, because they did not run to their end in both: ${notCompared.join(', ')}</p>`}
${rulesets[0] !== rulesets[1] && html`<p class="quiet">The rulesets differ: ${rulesets.join(', then ')}. Rules may have changed, not the package.</p>`}`;
}

function group(title: string, findings: RunComparison['came']): Markup {
  if (findings.length === 0) return html`<h3>${title}: none</h3>`;
  return html`<h3>${title}: ${count(findings.length, 'finding')}</h3>${rulesView(findings)}`;
}

function table(runs: readonly Run[]): Part {
  if (runs.length === 0) return html`<p class="quiet">The account has no runs of this package.</p>`;
  return html`<table>
<thead><tr><th scope="col">Created</th><th scope="col">Version</th><th scope="col">Status</th><th scope="col">Result</th></tr></thead>
<tbody>${runs.map(
    (run) => html`<tr>
<th scope="row"><a href="/account/runs/${run.id}">${moment(run.createdAt)}</a></th>
<td>${sourceOf(run) ?? 'project'}</td>
<td><span class="status ${run.status}">${statusLabel(run)}</span></td>
<td class="wide">${run.summary}</td>
</tr>`,
  )}</tbody>
</table>`;
}
