import type { RunOperation } from '../../../behaviour/run-package.ts';
import type { Run, TracedRequest } from '../../../behaviour/trace/trace.ts';
import { docs } from '../../../docs-links.ts';
import { shown } from '../../../model/parameters/plain.ts';
import { overOperations } from '../behaviour-rule.ts';
import { shownRun } from '../outcome-text.ts';
import { hostOf } from '../request-hosts.ts';

/** The runs of an operation with what has to be filled in, and with all that can be. */
const filledRuns = (operation: RunOperation): Run[] =>
  [shownRun(operation), operation.run('fields')].filter((run) => run !== undefined);

const flawedRequest = (operation: RunOperation, flaw: NonNullable<TracedRequest['flaws']>[number]) =>
  filledRuns(operation)
    .flatMap(({ requests }) => requests)
    .find(({ flaws }) => flaws?.includes(flaw));

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
    const sent = flawedRequest(operation, 'boundary');
    return sent && `the header Content-Type of its ${sent.method} request to ${hostOf(sent.url)} has no boundary`;
  },
});

export const fileNotRead = overOperations({
  code: 'behaviour-file-not-read',
  title: 'File is used without its content',
  severity: 'error',
  why: 'n8n 2 keeps files on disk or in its database. `data` of a file then only says where, for example "filesystem-v2", and the operation uses that for the content.',
  fix: 'Read the content with `await this.helpers.getBinaryDataBuffer(itemIndex, propertyName)`.',
  bad: "const file = this.helpers.assertBinaryData(i, 'data');\nconst content = Buffer.from(file.data, 'base64');",
  good: "const content = await this.helpers.getBinaryDataBuffer(i, 'data');",
  docs: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/http-helpers/',
  fault(operation) {
    const sent = flawedRequest(operation, 'file');
    if (sent) return `its ${sent.method} request to ${hostOf(sent.url)} contains "filesystem-v2" instead of the file`;
    const files = filledRuns(operation)
      .flatMap(({ outputs = [] }) => outputs.flat())
      .flatMap((output) => output.files ?? []);
    return files.some(({ lacksContent }) => lacksContent)
      ? 'its output is a file with "filesystem-v2" instead of the content'
      : undefined;
  },
});

export const monthFromZero = overOperations({
  code: 'behaviour-month-from-zero',
  title: 'Date has a month that is counted from 0',
  severity: 'error',
  why: '`getMonth()` counts from 0: the date is a month too early, and in January it does not exist.',
  fix: 'Use `toISOString()`, or add 1 to the month.',
  bad: "const date = [now.getFullYear(), now.getMonth(), now.getDate()].join('-');",
  good: 'const date = now.toISOString().slice(0, 10);',
  docs: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Date/getMonth',
  kinds: 'all',
  fault(operation) {
    const sent = flawedRequest(operation, 'month');
    return sent && `its ${sent.method} request to ${hostOf(sent.url)} has a date in month 0, for one in January`;
  },
});

export const basicNotEncoded = overOperations({
  code: 'behaviour-basic-not-encoded',
  title: 'Basic authentication is not encoded',
  severity: 'error',
  why: 'The user name and the password of `Authorization: Basic` must be base64. No server accepts them as they are.',
  fix: "Encode them: `Buffer.from(user + ':' + password).toString('base64')`, or let `auth` of the request do it.",
  bad: "Authorization: '=Basic {{ $credentials.user }}:{{ $credentials.password }}'",
  good: "authenticate = { type: 'generic', properties: { auth: { username: '={{ $credentials.user }}', … } } };",
  docs: 'https://datatracker.ietf.org/doc/html/rfc7617#section-2',
  kinds: 'all',
  fault(operation) {
    const sent = flawedRequest(operation, 'basic');
    return sent && `the header Authorization of its request to ${hostOf(sent.url)} is not base64`;
  },
});

export const authorizationUndefined = overOperations({
  code: 'behaviour-authorization-undefined',
  title: 'Authorization has the value "undefined"',
  severity: 'error',
  why: 'The code reads a field that the credential does not have, and sends the text "undefined" instead: the API rejects every request.',
  fix: 'Use the name of a field of the credential.',
  bad: 'auth: { username: credentials.username as string, … }   with the field `user`',
  good: 'auth: { username: credentials.user as string, … }',
  docs: docs.credentialFiles,
  kinds: 'all',
  supersededBy: ['behaviour-credential-unused'],
  fault(operation) {
    const sent = flawedRequest(operation, 'undefined');
    return sent && `the header Authorization of its request to ${hostOf(sent.url)} has "undefined" in place of a value`;
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
    const sent = filledRuns(operation)
      .flatMap(({ requests }) => requests)
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

/** Where a page begins, and how many entries it has at most. */
const offset = /[?&](?:offset|skip|start|startAt|\$skip)=(\d{1,6})(?=&|$)/i;
const size = /[?&](?:limit|per_?page|page_?size|max_?results|max_?size|\$?top|count|size)=(\d{1,3})(?=&|$)/i;

export const pagesOverlap = overOperations({
  code: 'behaviour-pages-overlap',
  title: 'Pages overlap',
  severity: 'error',
  why: 'The next page begins before the end of the one before it: entries are returned more than once, by far more requests than needed.',
  fix: 'Increase the offset by the number of entries of a page.',
  bad: 'offset += 1;   with `limit: 100`',
  good: 'offset += 100;   with `limit: 100`',
  docs: docs.nodeMethods,
  fault(operation) {
    const pages = operation.run('pages');
    if (!pages?.isFull) return undefined;
    const asked = pages.requests.flatMap(({ method, url }) => {
      const [start, entries] = [offset, size].map((pattern) => pattern.exec(url)?.[1]);
      const kind = `${method} ${url.replace(offset, '')}`;
      return start === undefined || entries === undefined
        ? []
        : [{ kind, start: Number(start), entries: Number(entries) }];
    });
    for (const [one, other] of pairsOf(asked)) {
      const step = other.start - one.start;
      if (one.kind !== other.kind || step <= 0 || step >= one.entries) continue;
      return `a page of ${one.entries} entries begins at ${one.start}, and the next one at ${other.start}`;
    }
    return undefined;
  },
});

const pairsOf = <Item>(items: readonly Item[]): [Item, Item][] =>
  items.slice(1).flatMap((item, index) => {
    const before = items[index];
    return before === undefined ? [] : [[before, item]];
  });
