import type { RunOperation } from '../../../behaviour/run-package.ts';
import { hasEnded } from '../../../behaviour/trace/ending.ts';
import { withoutValues } from '../../../behaviour/trace/marks.ts';
import { addressOf, endpointOf, type TracedRequest } from '../../../behaviour/trace/request.ts';
import type { Run } from '../../../behaviour/trace/run.ts';
import { docs } from '../../../docs-links.ts';
import { everyParameter } from '../../../model/parameters/parameter.ts';
import { listOf, type Plain, plainOf, shown } from '../../../model/parameters/plain.ts';
import { listed } from '../../../rule.ts';
import { overOperations } from '../behaviour-rule.ts';
import { hostOf } from '../request-hosts.ts';
import { isOpen, openWrite } from './credential-unused.ts';

export const listUnusable = overOperations({
  code: 'behaviour-list-unusable',
  title: 'Method of a list returns entries that the editor cannot show',
  severity: 'warning',
  why: 'The editor shows entries with `name` and `value`. A method of `loadOptions` returns an array of them, one of `listSearch` an object with `results`, one of `resourceMapping` an object with `fields`. Users see an empty list, or entries without a name.',
  fix: 'Return entries with `name` and `value`, in the structure that the kind of method requires.',
  bad: 'methods = { loadOptions: { async getUsers() {\n  return users.map(({ id, title }) => ({ id, title }));\n} } };',
  good: 'methods = { loadOptions: { async getUsers() {\n  return users.map(({ id, title }) => ({ name: title, value: id }));\n} } };',
  docs: docs.uiElements,
  kinds: ['loadOptions', 'listSearch', 'resourceMapping'],
  fault({ run }, all) {
    const { shapeless, handsOn } = run('plain') ?? {};
    if (shapeless !== undefined || !handsOn) return shapeless;
    const others = all.map((one) => one.run('plain'));
    const made = others.filter(
      (one) => one && hasEnded(one) && one.requests.length > 0 && one.count > 0 && !one.handsOn,
    );
    // An API may have entries for the editor.
    return made.length >= others.filter((one) => one?.handsOn).length
      ? 'it returns the entries of the API unchanged, while other lists of the node return entries with `name` and `value`'
      : undefined;
  },
});

export const listReadsHidden = overOperations({
  code: 'behaviour-list-parameter-hidden',
  title: 'List for the editor depends on a parameter of another operation',
  severity: 'error',
  why: 'The editor does not show the parameter where it shows this list, so the method gets no value for it: the list is empty, and users cannot select anything.',
  fix: 'Read the parameter that is shown with the list.',
  bad: "const list = this.getCurrentNodeParameter('listId');\nif (!list) return [];   // only shown for another operation",
  good: "const list = this.getCurrentNodeParameter('smsListId');\nif (!list) return [];",
  docs: docs.uiElements,
  kinds: ['loadOptions', 'listSearch', 'resourceMapping'],
  supersededBy: ['nodes-parameter-unknown'],
  fault({ trace: { absent = [] }, run }) {
    const plain = run('plain');
    if (!plain || !hasEnded(plain) || absent.length === 0) return undefined;
    return `it reads only ${listed(absent.map(shown))}, which n8n does not show for this operation, so the list is empty`;
  },
});

export const listCached = overOperations({
  code: 'behaviour-list-cached',
  title: 'List for the editor is cached across selections',
  severity: 'error',
  why: 'The method caches its list in the module, under a key that lacks a parameter the list depends on. When a user selects another value of it, the editor shows the entries of the first one.',
  fix: 'Request the list each time, or add the parameter to the key.',
  bad: 'const key = workspace;\nif (!cached.has(key)) cached.set(key, await getFields(workspace, table));\nreturn cached.get(key);',
  good: 'const key = JSON.stringify([workspace, table]);\nif (!cached.has(key)) cached.set(key, await getFields(workspace, table));\nreturn cached.get(key);',
  docs: docs.uiElements,
  kinds: ['loadOptions', 'listSearch', 'resourceMapping'],
  fault: ({ trace: { cachedFor } }) =>
    cachedFor === undefined
      ? undefined
      : `it returns the cached list of one value of ${shown(cachedFor)} for another value`,
});

/** Methods that list what users can select. */
const listing: ReadonlySet<string> = new Set(['loadOptions', 'listSearch', 'resourceMapping']);

/** Names in a query that choose what is asked for, instead of the path. */
const chooses = /[?&](?:action|method|cmd|command|function|operation|query|op|do)=/i;

/** Requests that read what their address says. */
const readsIn = (run: Run | undefined): readonly TracedRequest[] =>
  (run?.requests ?? []).filter(({ method, url }) => method === 'GET' && !chooses.test(url));

export const listWithoutCredential = overOperations({
  code: 'behaviour-list-without-credential',
  title: 'List for the editor is requested without the credential',
  severity: 'warning',
  why: 'Other methods of the node send the credential with a request to the same URL, or to that of a single entry. If the list requires authentication as well, users see an error instead of the list, although their credential is right.',
  fix: 'Send the request of the list as the operation does, with `this.helpers.httpRequestWithAuthentication`.',
  bad: "async getProjects() {\n  return await this.helpers.httpRequest({ url: 'https://api.acme.example/projects' });\n}",
  good: "async getProjects() {\n  const options = { url: 'https://api.acme.example/projects' };\n  return await this.helpers.httpRequestWithAuthentication.call(this, 'acmeApi', options);\n}",
  docs: docs.nodeMethods,
  kinds: 'all',
  fault(operation, all) {
    const { kind, run, trace } = operation;
    const later = listing.has(kind) ? openWrite(operation) : undefined;
    if (later)
      return `its ${later.method} request to ${hostOf(later.url)} is sent without the credential; its other requests send it`;
    const plain = listing.has(kind) && trace.shown.some(({ required }) => required) ? run('plain') : undefined;
    if (!plain || !hasEnded(plain) || !plain.requests.every(isOpen)) return undefined;
    // It may be selected not to authenticate.
    const sent = all.flatMap((one) => (one.kind === 'authentication' ? [] : readsIn(one.run('plain'))));
    const known = new Set(sent.filter(({ secrets }) => secrets.length > 0).map(addressOf));
    const open = readsIn(plain).find((request) => known.has(addressOf(request)));
    if (open) return `its GET request to ${withoutValues(endpointOf(open.url))} is sent without the credential`;
    const list = readsIn(plain).find((request) => isOnlyOpen(request, sent));
    if (list)
      return `its GET request to ${withoutValues(endpointOf(list.url))} is sent without the credential, unlike those to its entries`;
    const asked = all.flatMap((one) => (listing.has(one.kind) ? [] : (one.run('plain')?.requests ?? [])));
    // Code that reads the credential has a use for it.
    const [alone] = plain.credentials.length > 0 ? plain.requests.filter((request) => isAlone(request, asked)) : [];
    return (
      alone &&
      `its ${alone.method} request to ${withoutValues(endpointOf(alone.url))} is sent without the credential, which all operations send to this host`
    );
  },
});

/** Other addresses of a host that are all read with a secret where it demands one whatever is read. */
const manyAddresses = 3;

/** Whether all operations send a secret to the host of a request. */
function isAlone({ url }: TracedRequest, asked: readonly TracedRequest[]): boolean {
  const ofHost = asked.filter((one) => hostOf(one.url) === hostOf(url));
  return new Set(ofHost.map(addressOf)).size >= manyAddresses && ofHost.every((one) => !isOpen(one));
}

/** Whether a list is all that is read of a host without a secret, while its single entries are read with one. */
function isOnlyOpen({ url }: TracedRequest, sent: readonly TracedRequest[]): boolean {
  const ofHost = sent.filter((one) => hostOf(one.url) === hostOf(url) && endpointOf(one.url) !== endpointOf(url));
  const addresses = new Set(ofHost.map(addressOf));
  const hasEntries = ofHost.some((one) => {
    const [head, entry, ...more] = endpointOf(one.url).split(/\/(?=[^/]*$)/);
    return head === endpointOf(url) && entry !== undefined && more.length === 0 && withoutValues(entry) === '*';
  });
  return hasEntries && addresses.size >= manyAddresses && ofHost.every(({ secrets }) => secrets.length > 0);
}

export const listSearchIgnored = overOperations({
  code: 'behaviour-list-search-ignored',
  title: 'List search ignores the text that is typed',
  severity: 'warning',
  why: 'With `searchable: true`, the editor shows a search field, calls the `listSearch` method with the text that is typed, and shows the entries that it returns. Here all entries are returned whatever is typed: users search in vain.',
  fix: 'Filter the entries by the first argument of the method, send it to the API, or remove `searchable`.',
  bad: 'async getUsers() {\n  const users = await list();\n  return { results: users.map(({ id, name }) => ({ name, value: id })) };\n}',
  good: "async getUsers(filter = '') {\n  const users = await list();\n  const found = users.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase()));\n  return { results: found.map(({ id, name }) => ({ name, value: id })) };\n}",
  docs: docs.uiElements,
  kinds: ['listSearch'],
  fault: ({ trace, of, method }) =>
    trace.ignoresFilter && searchesWith(of, method).some(({ searchable }) => searchable === true)
      ? 'it returns the same entries whatever is typed in the search field, and sends the text in no request'
      : undefined,
});

export const listNeedsText = overOperations({
  code: 'behaviour-list-needs-text',
  title: 'List search fails as long as nothing is typed',
  severity: 'error',
  why: 'When users open the list, the editor calls the `listSearch` method without a text: its first argument is undefined. Users see an error instead of the list.',
  fix: "Give the argument a default: `filter = ''`.",
  bad: 'async getUsers(filter) {\n  const text = filter.toLowerCase();',
  good: "async getUsers(filter = '') {\n  const text = filter.toLowerCase();",
  docs: docs.uiElements,
  kinds: ['listSearch'],
  fault: ({ trace, run, of, method }) =>
    trace.needsFilter === true && searchesWith(of, method).some((options) => options['searchFilterRequired'] !== true)
      ? `without a text to search for, it fails: ${run('plain')?.thrown?.message.split('\n')[0]}`
      : undefined,
});

/** The options of everything in the editor that shows the list of a method. */
const searchesWith = ({ parameters }: RunOperation['of'], method: string | undefined): Plain[] =>
  everyParameter(parameters)
    .flatMap(({ raw }) => listOf(raw['modes']).map((mode) => plainOf(plainOf(mode)?.['typeOptions']) ?? {}))
    .filter(({ searchListMethod }) => searchListMethod === method);

export const testIgnoresSecret = overOperations({
  code: 'behaviour-test-without-secret',
  title: 'Test of a credential does not send its secret',
  severity: 'warning',
  why: 'n8n tests a credential when it is saved. A test that does not send the secret cannot fail because of it: users see "Connection tested successfully" with a wrong key.',
  fix: 'Set `authenticate`, and send the test to an endpoint that requires authentication.',
  bad: "test = { request: { baseURL: 'https://api.acme.example', url: '/status' } };   without `authenticate`",
  good: "authenticate = { type: 'generic', properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } } };\ntest = { request: { baseURL: 'https://api.acme.example', url: '/me' } };",
  docs: docs.credentialFiles,
  kinds: ['credentialTest'],
  supersededBy: [
    'nodes-credential-not-applied',
    'credentials-authenticate-invalid',
    'credentials-expression-syntax',
    'credentials-expression-without-equals',
    'credentials-expression-field-unknown',
    'credentials-expression-blocked-global',
  ],
  concerns: ({ option }) => [option, plainOf(option?.['authenticate'])].filter((part) => part !== undefined),
  fault({ run, method, trace }) {
    const [plain, other] = [run('plain'), run('otherSecret')];
    if (!plain || !other || plain.returned !== 'OK' || other.returned !== 'OK') return undefined;
    if (!trace.hasSecrets || plain.requests.length === 0) return undefined;
    // A token may be kept that was got for something that was made with the secret.
    if (plain.requests.some(({ isAnswered }) => isAnswered)) return undefined;
    // A signature does not hold the secret, but is another one with another secret.
    const isSame = plain.requests.every(
      ({ digest, secrets }, at) => secrets.length === 0 && digest === other.requests[at]?.digest,
    );
    return isSame && plain.requests.length === other.requests.length
      ? `the test of "${method}" sends the same request with every secret`
      : undefined;
  },
});

export const testAlwaysPasses = overOperations({
  code: 'behaviour-test-always-passes',
  title: 'Test of a credential passes although the API rejects it',
  severity: 'warning',
  why: 'n8n tests a credential when it is saved. Users see "Connection tested successfully" with a wrong key, and search for the error elsewhere.',
  fix: "Do not catch the error of the request, or return `{ status: 'Error', message }`.",
  bad: "try {\n  await this.helpers.request(options);\n} catch {}\nreturn { status: 'OK', message: 'Connected' };",
  good: "try {\n  await this.helpers.request(options);\n} catch (error) {\n  return { status: 'Error', message: error.message };\n}\nreturn { status: 'OK', message: 'Connected' };",
  docs: docs.credentialFiles,
  supersededBy: ['credentials-test-cannot-fail'],
  kinds: ['credentialTest'],
  concerns: ({ option }) => [plainOf(option?.['test'])].filter((part) => part !== undefined),
  fault({ run, method, trace }) {
    const failing = run('failing');
    if (failing?.returned !== 'OK' || failing.requests.length === 0 || trace.hasRules) return undefined;
    return failing.requests.every(({ status }) => status === 401)
      ? `the test of "${method}" passes when the API answers every request with status 401`
      : undefined;
  },
});
