import { nounFor } from '../../kernel/counted.ts';
import { gitText } from '../../kernel/git-state.ts';
import { creditsOf } from '../server/run-record.ts';
import type { Account } from '../store/accounts.ts';
import type { Run } from '../store/runs.ts';
import type { TrustedRepository } from '../store/trusted-repositories.ts';
import { durationText, moment } from './format.ts';
import { html, type Markup, type Part } from './html.ts';
import { pageText } from './page.ts';
import { nameOf, statusLabel } from './run-labels.ts';

/**
 * Renders an account with one page of its runs.
 * @param trusted repositories; undefined for who may not see them
 */
export function accountPage({
  account,
  runs,
  older,
  trusted,
}: {
  account: Account;
  runs: readonly Run[];
  older?: string | undefined;
  trusted?: readonly TrustedRepository[] | undefined;
}): string {
  const { name, id, credits, concurrency } = account;
  return pageText({
    title: name,
    body: html`<p class="eyebrow">Account</p>
<div class="heading-row"><h1>${name}</h1><form method="post" action="/account/sign-out"><button class="plain">Sign out</button></form></div>
<dl class="facts large">
<div><dt>Credits</dt><dd>${credits.balance.toLocaleString('en')}</dd></div>
<div><dt>Held by runs</dt><dd>${credits.held.toLocaleString('en')}</dd></div>
<div><dt>Concurrent runs</dt><dd>${concurrency.active} of ${concurrency.limit}</dd></div>
</dl>
<section aria-labelledby="runs-title"><h2 id="runs-title">Runs</h2>
${runs.length === 0 ? html`<p class="quiet">No runs. Create one with <code>service verify</code>.</p>` : table(runs)}
${older !== undefined && html`<p><a href="/account?cursor=${older}" rel="next">Older runs</a></p>`}
</section>
${trusted && trustedSection(trusted)}
<p class="quiet">Account <code>${id}</code></p>`,
  });
}

function trustedSection(trusted: readonly TrustedRepository[]): Markup {
  return html`<section aria-labelledby="trusted-title"><h2 id="trusted-title">Trusted repositories</h2>
${
  trusted.length === 0
    ? html`<p class="quiet">None. With <code>service repositories trust owner/name</code>, GitHub Actions of a repository verify without a key.</p>`
    : html`<table>
<thead><tr><th scope="col">Repository</th><th scope="col">Branch</th><th scope="col">Environment</th><th scope="col">Trusted since</th></tr></thead>
<tbody>${trusted.map(trustedRow)}</tbody>
</table>`
}
</section>`;
}

function trustedRow({ repository, branch, environment, createdAt }: TrustedRepository): Markup {
  return html`<tr>
<th scope="row">${repository}</th>
<td>${branch ?? 'any'}</td>
<td>${environment ?? 'any'}</td>
<td>${moment(createdAt)}</td>
</tr>`;
}

function table(runs: readonly Run[]): Markup {
  return html`<table>
<thead><tr><th scope="col">Project</th><th scope="col">Status</th><th scope="col">Created</th><th scope="col" class="number">Duration</th><th scope="col" class="number">Credits</th></tr></thead>
<tbody>${runs.map(row)}</tbody>
</table>`;
}

function row(run: Run): Markup {
  const { startedAt, finishedAt, status, createdAt, id, ref, git } = run;
  const label = ref ?? gitText(git);
  const duration: Part = startedAt && finishedAt && durationText(finishedAt.getTime() - startedAt.getTime());
  const { held, charged } = creditsOf(run);
  return html`<tr>
<th scope="row"><a href="/account/runs/${id}">${nameOf(run)}</a>${label !== undefined && html` <small>${label}</small>`}</th>
<td><span class="status ${status}">${statusLabel(run)}</span></td>
<td>${moment(createdAt)}</td>
<td class="number">${duration ?? '–'}</td>
<td class="number" data-unit="${nounFor(held + charged, 'credit')}">${held > 0 ? `${held} held` : charged}</td>
</tr>`;
}

/** Renders the sign-in form. @param refused why the last key was rejected @param next page to open afterwards */
export function signInPage({ refused, next }: { refused?: string; next?: string | undefined } = {}): string {
  return pageText({
    title: 'Sign in',
    body: html`<form class="sign-in" method="post" action="/account">
<h1>Sign in</h1>
<p>Enter an API key to see the credits and runs of its account.</p>
${refused !== undefined && html`<p id="refused" class="refused" role="alert">${refused}</p>`}
<label for="key">API key</label>
<input id="key" name="key" type="password" required autocomplete="current-password" spellcheck="false" placeholder="svc_…"${
      refused !== undefined && html` aria-invalid="true" aria-describedby="refused" autofocus`
    }>
${next !== undefined && html`<input type="hidden" name="next" value="${next}">`}<button>Sign in</button>
<p class="quiet">The browser stores the key until you sign out or close the browser.</p>
</form>`,
  });
}
