import {
  type NodeOperations,
  operationCounts,
  operationName,
  operationsByNode,
  outputText,
} from '../../kernel/report/count-operations.ts';
import type { CheckReport, Operation } from '../../kernel/result.ts';
import { count } from './format.ts';
import { html, type Markup } from './html.ts';

/** Operations on the page, and requests of each; the JSON report has all. */
const maxOperations = 400;
const maxRequests = 5;
/** Operations from which on there is a filter, which needs a script; and up to which the tables are open. */
const minFiltered = 10;
const maxOpen = 20;

/** Renders the operations of nodes that the checks ran, by node; undefined if there are none. */
export function operationsView(
  checks: readonly CheckReport[],
  { filter = isFiltered(checks) } = {},
): Markup | undefined {
  const operations = checks.flatMap((check) => check.operations ?? []);
  if (operations.length === 0) return undefined;
  const nodes = operationsByNode(operations.slice(0, maxOperations));
  const more = operations.length - maxOperations;
  return html`<section id="operations" aria-labelledby="operations-title"><h2 id="operations-title">Operations</h2>
<p class="quiet">${operationCounts(operations)}</p>
${filter && html`<p class="filter"><label>Filter <input type="search" autocomplete="off"></label></p>`}
${nodes.map((node) => nodeView(node, { open: operations.length <= maxOpen }))}
${more > 0 && html`<p class="quiet">${count(more, 'more operation')} in the JSON report.</p>`}
</section>`;
}

/** Whether the page needs the script of the filter. */
export function isFiltered(checks: readonly CheckReport[]): boolean {
  return checks.reduce((sum, { operations = [] }) => sum + operations.length, 0) >= minFiltered;
}

function nodeView({ node, version, operations }: NodeOperations, { open }: { open: boolean }): Markup {
  return html`<details class="node"${open && html` open`}><summary><h3>${node} v${version}</h3> <span>${operationCounts(operations)}</span></summary>
<table class="operations">
<thead><tr><th scope="col">Operation</th><th scope="col">Result</th><th scope="col">Requests</th></tr></thead>
<tbody>${operations.map(operationView)}</tbody>
</table></details>`;
}

const labels = { exercised: 'Exercised', 'not exercised': 'Not exercised', 'left out': 'Left out' };

function operationView(operation: Operation): Markup {
  const { outcome, reason, requests } = operation;
  const isExercised = outcome === 'exercised';
  const shown = requests.slice(0, maxRequests);
  const more = requests.length - maxRequests;
  return html`<tr class="operation ${isExercised ? 'passed' : 'skipped'}">
<th scope="row"><span class="mark" role="img" aria-label="${labels[outcome]}"></span> ${operationName(operation) || 'execute'}</th>
<td>${isExercised ? outputText(operation) : reason}</td>
<td>${
    shown.length > 0 &&
    html`<ul class="requests">${shown.map(
      ({ method, url, credential }) =>
        html`<li><code>${method} ${url}</code>${credential !== undefined && html` <span>${credential}</span>`}</li>`,
    )}${more > 0 && html`<li>${count(more, 'more request')}</li>`}</ul>`
  }</td>
</tr>`;
}
