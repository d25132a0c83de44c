import { changeText, compatibilityOf } from '../../kernel/report/compatibility.ts';
import type { CheckReport, Compatibility } from '../../kernel/result.ts';
import { count } from './format.ts';
import { html, type Markup } from './html.ts';

/** Renders how the project fares with releases of its host; undefined if no check compared any. */
export function compatibilityView(checks: readonly CheckReport[]): Markup | undefined {
  const tables = compatibilityOf(checks);
  if (tables.length === 0) return undefined;
  return html`<section id="compatibility" aria-labelledby="compatibility-title"><h2 id="compatibility-title">Compatibility</h2>${tables.map(tableView)}</section>`;
}

function tableView({ host, releases, rows, omitted = 0, changes }: Compatibility): Markup {
  return html`<div class="wide" role="region" aria-label="Table of releases" tabindex="0"><table class="operations">
<thead><tr><th scope="col">${host}</th>${releases.map((release) => html`<th scope="col">${release}</th>`)}</tr></thead>
<tbody>${rows.map(({ name, results }) => html`<tr><th scope="row">${name}</th>${results.map((result, index) => html`<td data-column="${host} ${releases[index]}">${result}</td>`)}</tr>`)}</tbody>
</table></div>
${omitted > 0 && html`<p class="quiet">${count(omitted, 'more row')} in the project.</p>`}
${changes.length > 0 && html`<ul>${changes.map((change) => html`<li>${changeText(change, host)}</li>`)}</ul>`}`;
}
