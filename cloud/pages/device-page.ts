import type { WaitingLogin } from '../store/device-logins.ts';
import { html, type Part } from './html.ts';
import { pageText } from './page.ts';

const title = 'Log in on a device';

/** Renders the form for the code that a device shows. @param refused why the last one was rejected */
export function codePage({ refused }: { refused?: string } = {}): string {
  return devicePage(html`<form class="sign-in" method="get" action="/account/device">
<h1>${title}</h1>
<p>Enter the code that <code>service auth login</code> shows.</p>
${refused !== undefined && html`<p id="refused" class="refused" role="alert">${refused}</p>`}
<label for="code">Code</label>
<input id="code" name="code" required maxlength="16" autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="XXXX-XXXX"${
    refused !== undefined && html` aria-invalid="true" aria-describedby="refused" autofocus`
  }>
<button>Continue</button>
</form>`);
}

/** Renders what the device asks for, with the choice to approve or refuse it. */
export function decisionPage(
  { label, scopes }: WaitingLogin,
  { code, account }: { code: string; account: string },
): string {
  return devicePage(html`<form class="sign-in" method="post" action="/account/device">
<h1>${title}</h1>
<p><strong>${label}</strong> asks for an API key of the account <strong>${account}</strong> with the scopes <code>${scopes.join(', ')}</code>.</p>
<p>Approve only if you have just run <code>service auth login</code> yourself and it shows the code <code>${code}</code>.</p>
<input type="hidden" name="code" value="${code}">
<button name="decision" value="approve">Approve</button>
<button name="decision" value="refuse" class="plain">Refuse</button>
</form>`);
}

/** Renders the end of it. */
export function decidedPage(approved: boolean): string {
  const message = approved ? 'Approved. Return to the terminal.' : 'Refused. The device gets no key.';
  return devicePage(html`<div class="notice"><h1>${title}</h1><p role="status">${message}</p></div>`);
}

function devicePage(body: Part): string {
  return pageText({ title, body });
}
