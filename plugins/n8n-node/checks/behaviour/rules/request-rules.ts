import { parametersOf } from '../../../behaviour/plan/plan-operations.ts';
import type { RunOperation } from '../../../behaviour/run-package.ts';
import type { RequestFlaw } from '../../../behaviour/trace/request.ts';
import type { Run } from '../../../behaviour/trace/run.ts';
import { docs } from '../../../docs-links.ts';
import { shown } from '../../../model/parameters/plain.ts';
import { listed } from '../../../rule.ts';
import { namesAre, overOperations } from '../behaviour-rule.ts';
import { shownRun } from '../outcome-text.ts';
import { hostOf } from '../request-hosts.ts';
import { itemsOf, kindOf } from '../seen-items.ts';
import { isLoaded } from './parameter-effect-rules.ts';

/** The runs of an operation with what has to be filled in, and with all that can be. */
export const filledRuns = (operation: RunOperation): Run[] =>
  [shownRun(operation), operation.run('fields')].filter((run) => run !== undefined);

export const flawedIn = (runs: readonly Run[], flaw: RequestFlaw) =>
  runs.flatMap(({ requests }) => requests).find(({ flaws }) => flaws?.includes(flaw));

const flawedRequest = (operation: RunOperation, flaw: RequestFlaw) => flawedIn(filledRuns(operation), flaw);

/** The fault of an operation with such a request. @param say what is wrong with it */
export const flawed =
  (flaw: RequestFlaw, say: (method: string, host: string) => string) => (operation: RunOperation) => {
    const sent = flawedRequest(operation, flaw);
    return sent && { what: say(sent.method, hostOf(sent.url)), request: sent };
  };

export const idempotencyKeyRepeated = overOperations({
  code: 'behaviour-idempotency-key-repeated',
  title: 'Requests for different items have the same idempotency key',
  severity: 'error',
  why: 'The API treats a request with a known key as a retry: it does nothing for the later items, or rejects them.',
  fix: 'Build the key from the execution ID and the index of the item, so that only a retry repeats it.',
  bad: "const key = this.getExecutionId() + '-0';",
  good: "const key = this.getExecutionId() + '-' + itemIndex;",
  docs: 'https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/',
  onlyUsual: true,
  fault(operation) {
    const requests = operation.run('plain')?.requests ?? [];
    const keyed = requests.filter(({ method, idempotencyKey }) => method !== 'GET' && idempotencyKey !== undefined);
    // The requests of one item may be steps with the same key, and the same request again is what a key is for.
    const kinds = Map.groupBy(keyed, (one) => `${one.idempotencyKey} ${kindOf(one)}`);
    // One request for all items has one key.
    const repeated = [...kinds.values()].find(
      (same) => new Set(same.map((one) => itemsOf(one).sort().join()).filter((items) => items !== '')).size > 1,
    );
    const [first] = repeated ?? [];
    if (!repeated || !first) return undefined;
    const what = `${repeated.length} different ${first.method} requests to ${hostOf(first.url)} have the same idempotency key`;
    return { what, request: first };
  },
});

export const fileNotRead = overOperations({
  code: 'behaviour-file-not-read',
  title: 'Reference to a file is used as its content',
  severity: 'error',
  why: 'n8n 2 stores files outside of the item, on disk or in its database. `data` then holds only the storage mode, such as "filesystem-v2", not the content.',
  fix: 'Read the content with `await this.helpers.getBinaryDataBuffer(itemIndex, propertyName)`.',
  bad: "const file = this.helpers.assertBinaryData(i, 'data');\nconst content = Buffer.from(file.data, 'base64');",
  good: "const content = await this.helpers.getBinaryDataBuffer(i, 'data');",
  docs: docs.httpHelpers,
  fault(operation) {
    const sent = flawedRequest(operation, 'file');
    if (sent) return `its ${sent.method} request to ${hostOf(sent.url)} contains "filesystem-v2" instead of the file`;
    const files = filledRuns(operation)
      .flatMap(({ outputs = [] }) => outputs.flat())
      .flatMap((output) => output.files ?? []);
    return files.some(({ lacksContent }) => lacksContent)
      ? 'its output file contains "filesystem-v2" instead of the content'
      : undefined;
  },
});

export const monthFromZero = overOperations({
  code: 'behaviour-month-from-zero',
  title: 'Month of a date is off by one',
  severity: 'error',
  why: '`getMonth()` returns 0 for January: every date is a month early, and January becomes month 0.',
  fix: 'Add 1 to `getMonth()`, or use `toISOString()` if UTC is fine.',
  bad: "const date = [now.getFullYear(), now.getMonth(), now.getDate()].join('-');",
  good: 'const date = now.toISOString().slice(0, 10);',
  docs: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Date/getMonth',
  kinds: 'all',
  fault: flawed('month', (method, host) => `its ${method} request to ${host} sends January as month 0`),
});

export const dateOfLocale = overOperations({
  code: 'behaviour-date-of-locale',
  title: "Date is sent in the format of the server's locale",
  severity: 'warning',
  why: '`toLocaleDateString()` and `toLocaleString()` without a locale use the one of the server that n8n runs on: the API gets 1/31/2026 from one server, and 31.1.2026 or 31/01/2026 from another one. It rejects the date, or swaps day and month.',
  fix: 'Send `toISOString()`, a part of it, or a format that does not depend on the server: `DateTime.toFormat()`, or a locale and a `timeZone`.',
  bad: 'body: { due: new Date(due).toLocaleDateString() },',
  good: 'body: { due: new Date(due).toISOString().slice(0, 10) },',
  docs: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Date/toLocaleDateString',
  kinds: 'all',
  fault: flawed(
    'locale',
    (method, host) => `its ${method} request to ${host} sends a date in the format of the server's locale`,
  ),
});

export const basicNotEncoded = overOperations({
  code: 'behaviour-basic-not-encoded',
  title: 'Basic authentication is not base64-encoded',
  severity: 'error',
  why: '`Authorization: Basic` requires `user:password` in base64. Servers reject plain text.',
  fix: "Encode the pair: `Buffer.from(user + ':' + password).toString('base64')`, or let `auth` of the request do it.",
  bad: "Authorization: '=Basic {{ $credentials.user }}:{{ $credentials.password }}'",
  good: "authenticate = { type: 'generic', properties: { auth: { username: '={{ $credentials.user }}', … } } };",
  docs: 'https://datatracker.ietf.org/doc/html/rfc7617#section-2',
  kinds: 'all',
  fault: flawed('basic', (_, host) => `its request to ${host} sends Authorization: Basic without base64`),
});

export const authorizationUndefined = overOperations({
  code: 'behaviour-authorization-undefined',
  title: 'Authorization header contains "undefined"',
  severity: 'error',
  why: 'The code reads a field that the credential does not have, and sends the text "undefined": the API cannot authenticate the request.',
  fix: 'Read a field that the credential has.',
  bad: "headers: { Authorization: 'Bearer ' + credentials.token }   with the field `apiKey`",
  good: "headers: { Authorization: 'Bearer ' + credentials.apiKey }",
  docs: docs.credentialFiles,
  kinds: 'all',
  supersededBy: ['behaviour-credential-unused'],
  fault(operation) {
    const sent = flawedRequest(operation, 'undefined');
    const host = sent && hostOf(sent.url);
    // Where the address lacks something too, the simulated values of the credential do not suffice.
    return host && !/undefined/i.test(host)
      ? `its request to ${host} sends "undefined" in the Authorization header`
      : undefined;
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
  docs: docs.httpHelpers,
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

export const requestPartsLost = overOperations({
  code: 'behaviour-request-parts-lost',
  title: 'Credential drops headers or the query of the request',
  severity: 'warning',
  why: 'n8n sends what `authenticate` returns. One that replaces `headers` or `qs` drops what the node has put there: the API gets an incomplete request.',
  fix: 'Keep what is there: `headers: { ...requestOptions.headers, … }`, `qs: { ...requestOptions.qs, … }`.',
  bad: "requestOptions.headers = { 'X-Api-Key': credentials.apiKey };\nreturn requestOptions;",
  good: "requestOptions.headers = { ...requestOptions.headers, 'X-Api-Key': credentials.apiKey };\nreturn requestOptions;",
  docs: docs.credentialFiles,
  kinds: 'all',
  fault(operation) {
    const [lost] = shownRun(operation)?.partsLost ?? [];
    return lost && `\`authenticate\` of ${lost.credential} replaces \`${lost.part}\`: ${namesAre(lost.names)} not sent`;
  },
});

const whereUnescaped = {
  query: 'is put into the URL as it is: a value with "&" or "#" is cut off there',
  form: 'is put into the form as it is: a value with "&" is cut off there',
  twice: 'is encoded twice in the URL: a space arrives as "%20"',
  encoded: 'is percent-encoded in JSON, where it is not decoded: a space arrives as "%20"',
  json: 'is put into JSON text as it is: a value with a quotation mark makes it invalid',
  graphql: 'is put into a GraphQL query as it is: a value with a quotation mark makes it invalid',
};

/** Whether users are told to enter a date: none has a character to escape. */
const isDate = (operation: RunOperation, name: string) =>
  parametersOf(operation, name).some(({ raw }) =>
    /yyyy-mm|\b\d{4}-\d\d-\d\d\b/i.test(`${raw['displayName']} ${raw['placeholder']} ${raw['description']}`),
  );

/** Whether users select it from a list that the API gives: IDs, as a rule. */
const isFromList = (operation: RunOperation, name: string) =>
  parametersOf(operation, name).some((one) => one.type === 'options' && isLoaded(one));

export const valueNotEscaped = overOperations({
  code: 'behaviour-value-not-escaped',
  title: 'Value is not escaped, or encoded once too often',
  severity: 'warning',
  why: 'Users enter texts with any character, and expressions give them. Some of them end the value in a URL, in JSON or in GraphQL: the request asks for something else, changes more than it should, or fails. What is encoded twice, or percent-encoded in JSON, arrives with percent codes in it.',
  fix: 'Pass query parameters in `qs`, bodies as objects, and values of GraphQL in `variables`: they are then encoded once.',
  bad: "url: 'https://api.acme.example/orders?search=' + search",
  good: "url: 'https://api.acme.example/orders', qs: { search }",
  docs: docs.httpHelpers,
  fault: (operation) => {
    const texts = (operation.trace.unescaped ?? []).filter(
      ({ name }) => !isDate(operation, name) && !isFromList(operation, name),
    );
    const [first] = texts;
    if (!first) {
      const name = nameEncodedTwice(operation);
      return name === undefined ? undefined : `the name ${shown(name)} of a query parameter is encoded twice`;
    }
    const names = texts.flatMap(({ name, how }) => (how === first.how ? [name] : []));
    return `the value of ${listed(names.map(shown))} ${whereUnescaped[first.how]}`;
  },
});

/** The name of a parameter in the query of a URL, of which something is still encoded when it is read: `filter%5Bstatus%5D`. */
function nameEncodedTwice({ run }: RunOperation): string | undefined {
  const requests = [run('plain'), run('fields')].flatMap((one) => one?.requests ?? []);
  const names = requests.flatMap(({ url }) => [...(URL.parse(url)?.searchParams.keys() ?? [])]);
  return names.find((name) => /%[\dA-F]{2}/i.test(name));
}
