import { publishedText } from '../../kernel/report/compare-published.ts';
import type { PublishedComparison, Verification } from '../../kernel/result.ts';
import { rulesView } from './finding-view.ts';
import { count } from './format.ts';
import { html, type Markup, type Part } from './html.ts';

type Files = NonNullable<PublishedComparison['files']>;

/** Files of a kind on the page; the reports have all. */
const maxFiles = 200;

/** Renders what is different from the published version; undefined for a run that was not asked for it. */
export function publishedView(verification: Verification): Markup | undefined {
  const { published } = verification;
  if (!published) return undefined;
  const { findings, files } = published;
  return html`<section aria-labelledby="published-title"><h2 id="published-title">Published version</h2>
<p>${publishedText(verification)}</p>
${findings && html`${group('New', findings.came)}${group('Gone', findings.went)}${group('Unchanged', findings.stayed)}`}
${files && filesView(files)}
${notCompared([...(findings?.notCompared ?? []), ...(files?.notCompared ?? [])])}</section>`;
}

function group(title: string, findings: NonNullable<PublishedComparison['findings']>['came']): Part {
  return findings.length > 0 && html`<h3>${title}: ${count(findings.length, 'finding')}</h3>${rulesView(findings)}`;
}

function filesView({ added, removed, changed }: Files): Part {
  const rows = [
    ...added.map(({ path, size }) => ({ path, what: 'added', sizes: bytes(size) })),
    ...removed.map(({ path, size }) => ({ path, what: 'removed', sizes: bytes(size) })),
    ...changed.map(({ path, before, size }) => ({ path, what: 'changed', sizes: `${bytes(before)} → ${bytes(size)}` })),
  ];
  if (rows.length === 0) return undefined;
  const more = rows.length - maxFiles;
  return html`<h3>Files: ${count(rows.length, 'difference')}</h3>
<div class="wide" role="region" aria-label="Files that differ" tabindex="0"><table>
<thead><tr><th scope="col">File</th><th scope="col">Change</th><th scope="col">Bytes</th></tr></thead>
<tbody>${rows.slice(0, maxFiles).map(({ path, what, sizes }) => html`<tr><th scope="row"><code>${path}</code></th><td>${what}</td><td>${sizes}</td></tr>`)}</tbody>
</table></div>
${more > 0 && html`<p class="quiet">${count(more, 'more file')} in the reports.</p>`}`;
}

const bytes = (size: number | undefined) => (size === undefined ? 'not built' : size.toLocaleString('en'));

function notCompared(parts: readonly string[]): Part {
  return parts.length > 0 && html`<p class="quiet">Not compared: ${parts.join('; ')}</p>`;
}
