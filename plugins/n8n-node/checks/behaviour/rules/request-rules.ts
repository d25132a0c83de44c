import { docs } from '../../../docs-links.ts';
import { shown } from '../../../model/parameters/plain.ts';
import { overOperations } from '../behaviour-rule.ts';
import { shownRun } from '../outcome-text.ts';
import { hostOf } from '../request-hosts.ts';

export const boundaryMissing = overOperations({
  code: 'behaviour-boundary-missing',
  title: 'Multipart request does not name its boundary',
  severity: 'error',
  why: 'Without `boundary` in the header Content-Type, no server can tell the parts of the body from each other: the upload always fails.',
  fix: 'Do not set Content-Type: n8n does it for FormData. For a body of your own, add the boundary.',
  bad: "headers: { 'Content-Type': 'multipart/form-data' },\nbody: form.getBuffer(),",
  good: 'headers: form.getHeaders(),\nbody: form.getBuffer(),',
  docs: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/http-helpers/',
  kinds: 'all',
  fault(operation) {
    const sent = shownRun(operation)?.requests.find(({ lacksBoundary }) => lacksBoundary);
    return sent && `the header Content-Type of its ${sent.method} request to ${hostOf(sent.url)} has no boundary`;
  },
});

/** Milliseconds in which no server answers that is reached through the internet by TLS. */
const shortest = 100;

export const timeoutShort = overOperations({
  code: 'behaviour-timeout-short',
  title: 'Request times out after a few milliseconds',
  severity: 'error',
  why: '`timeout` is in milliseconds. Within less than 100 of them, hardly any server answers: the operation always fails.',
  fix: 'Multiply seconds by 1000.',
  bad: 'await this.helpers.httpRequest({ url, timeout: 30 });',
  good: 'await this.helpers.httpRequest({ url, timeout: 30_000 });',
  docs: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/http-helpers/',
  kinds: 'all',
  fault(operation) {
    const sent = [shownRun(operation), operation.run('fields')]
      .flatMap((run) => run?.requests ?? [])
      .find(({ timeout }) => timeout !== undefined && timeout < shortest);
    return sent && `its request to ${hostOf(sent.url)} times out after ${sent.timeout} milliseconds`;
  },
});

export const tokenLost = overOperations({
  code: 'behaviour-token-lost',
  title: 'Token of the credential is lost',
  severity: 'error',
  why: 'n8n calls `preAuthentication` only if the credential has a hidden field with `typeOptions: { expirable: true }`, and keeps only a token that is returned under the name of that field. Otherwise requests are sent without the token.',
  fix: 'Add the hidden field, and return the token under its name.',
  bad: "{ name: 'sessionToken', type: 'hidden', typeOptions: { expirable: true }, default: '' }\n…\nreturn { token: response.token };",
  good: "{ name: 'sessionToken', type: 'hidden', typeOptions: { expirable: true }, default: '' }\n…\nreturn { sessionToken: response.token };",
  docs: docs.credentialFiles,
  kinds: 'all',
  fault(operation) {
    const [lost] = shownRun(operation)?.tokensLost ?? [];
    if (!lost) return undefined;
    return lost.field === undefined
      ? `n8n does not call preAuthentication of ${lost.credential}, which has no hidden field with \`expirable\``
      : `preAuthentication of ${lost.credential} does not return ${shown(lost.field)}`;
  },
});
