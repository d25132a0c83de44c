import { creditsOf } from '../server/run-record.ts';
import type { Account } from '../store/accounts.ts';
import type { Run } from '../store/runs.ts';
import { durationText, moment } from './format.ts';
import { html, type Markup, type Part } from './html.ts';
import { pageText } from './page.ts';
import { nameOf, statusWords } from './run-words.ts';

/** An account with one page of its runs. */
export function accountPage({
  account,
  runs,
  older,
}: {
  account: Account;
  runs: readonly Run[];
  older?: string;
}): string {
  const { name, id, credits, concurrency } = account;
  return pageText({
    title: name,
    body: html`<p class="eyebrow">Account</p>
<div class="beside"><h1>${name}</h1><form method="post" action="/account/sign-out"><button class="plain">Sign out</button></form></div>
<dl class="facts large">
<div><dt>Credits</dt><dd>${credits.balance.toLocaleString('en')}</dd></div>
<div><dt>Held by runs</dt><dd>${credits.held.toLocaleString('en')}</dd></div>
<div><dt>Runs at once</dt><dd>${concurrency.active} of ${concurrency.limit}</dd></div>
</dl>
<section aria-labelledby="runs-title"><h2 id="runs-title">Runs</h2>
${runs.length === 0 ? html`<p class="quiet">None here. <code>service verify</code> creates one.</p>` : table(runs)}
${older !== undefined && html`<p><a href="/account?cursor=${older}" rel="next">Older runs</a></p>`}
</section>
<p class="quiet">Account <code>${id}</code></p>`,
  });
}

function table(runs: readonly Run[]): Markup {
  return html`<table>
<thead><tr><th scope="col">Project</th><th scope="col">Status</th><th scope="col">Created</th><th scope="col" class="number">Took</th><th scope="col" class="number">Credits</th></tr></thead>
<tbody>${runs.map(row)}</tbody>
</table>`;
}

function row(run: Run): Markup {
  const { startedAt, finishedAt, status, createdAt, id, webToken, ref } = run;
  const took: Part = startedAt && finishedAt && durationText(finishedAt.getTime() - startedAt.getTime());
  const { held, charged } = creditsOf(run);
  return html`<tr>
<th scope="row"><a href="/runs/${id}?token=${webToken}">${nameOf(run)}</a>${ref !== undefined && html` <small>${ref}</small>`}</th>
<td><span class="status ${status}">${statusWords[status]}</span></td>
<td>${moment(createdAt)}</td>
<td class="number">${took ?? '–'}</td>
<td class="number" data-unit="${held + charged === 1 ? 'credit' : 'credits'}">${held > 0 ? `${held} held` : charged}</td>
</tr>`;
}

/** Where a key is asked for. @param refused why the one before was not taken */
export function signInPage({ refused }: { refused?: string } = {}): string {
  return pageText({
    title: 'Account',
    body: html`<form class="sign-in" method="post" action="/account">
<h1>Account</h1>
<p>The balance and the runs of an account, for whoever has one of its API keys.</p>
${refused !== undefined && html`<p id="refused" class="refused" role="alert">${refused}</p>`}
<label for="key">API key</label>
<input id="key" name="key" type="password" required autocomplete="current-password" spellcheck="false" placeholder="svc_…"${
      refused !== undefined && html` aria-invalid="true" aria-describedby="refused" autofocus`
    }>
<button>Show the account</button>
<p class="quiet">The browser keeps the key until you sign out or close it.</p>
</form>`,
  });
}
