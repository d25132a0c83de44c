import { parametersOf } from '../../../behaviour/plan/plan-operations.ts';
import type { RunOperation } from '../../../behaviour/run-package.ts';
import type { RequestFlaw } from '../../../behaviour/trace/request.ts';
import type { Run } from '../../../behaviour/trace/run.ts';
import { docs } from '../../../docs-links.ts';
import { shown } from '../../../model/parameters/plain.ts';
import { listed } from '../../../rule.ts';
import { overOperations } from '../behaviour-rule.ts';
import { shownRun } from '../outcome-text.ts';
import { hostOf } from '../request-hosts.ts';
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
