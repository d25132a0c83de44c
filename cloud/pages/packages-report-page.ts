import { type PackagesFormat, packageRows, ruleTotals } from '../../kernel/report/packages.ts';
import { html, webAddress } from './html.ts';
import { reportDocument } from './report-page.ts';

/** The packages of a list, and the rules that they violate, as one file. */
export const packagesHtml: PackagesFormat = (report) => {
  const { batch, passed, failed, withoutVerdict } = report;
  const title = `${passed} passed, ${failed} failed, ${withoutVerdict} without a verdict`;
  const rules = ruleTotals(report);
  const packages = packageRows(report).map(
    ({ packageRef, link, status, label, version, errors, warnings, summary }) => {
      const address = webAddress(link);
      return html`<tr>
<th scope="row">${address === undefined ? packageRef : html`<a href="${address}" rel="noreferrer noopener">${packageRef}</a>`}</th>
<td><span class="status ${status}">${label}</span></td><td>${version}</td><td>${errors}</td><td>${warnings}</td><td class="wide">${summary}</td>
</tr>`;
    },
  );
  return reportDocument(
    title,
    html`<p class="eyebrow">Batch <code>${batch}</code></p>
<h1>${title}</h1>
<section aria-labelledby="packages-title"><h2 id="packages-title">Packages</h2>
<table>
<thead><tr><th scope="col">Package</th><th scope="col">Status</th><th scope="col">Version</th><th scope="col">Errors</th><th scope="col">Warnings</th><th scope="col">Result</th></tr></thead>
<tbody>${packages}</tbody>
</table></section>
${
  rules.length > 0 &&
  html`<section aria-labelledby="rules-title"><h2 id="rules-title">Rules</h2>
<table>
<thead><tr><th scope="col">Rule</th><th scope="col">Severity</th><th scope="col">Packages</th><th scope="col">Findings</th></tr></thead>
<tbody>${rules.map((rule) => html`<tr><th scope="row"><code>${rule.code}</code></th><td>${rule.severity}</td><td>${rule.packages}</td><td>${rule.findings}</td></tr>`)}</tbody>
</table></section>`
}`,
  );
};
