import type { RunOperation } from '../../../behaviour/run-package.ts';
import { safeDecode } from '../../../behaviour/simulated/request-text.ts';
import { isLogin } from '../../../behaviour/trace/login-address.ts';
import type { TracedRequest } from '../../../behaviour/trace/request.ts';
import { docs } from '../../../docs-links.ts';
import { listOf, plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import { listed } from '../../../rule.ts';
import { type BehaviourRule, nameOf, overOperations } from '../behaviour-rule.ts';
import { shownRun } from '../outcome-text.ts';
import { hostOf } from '../request-hosts.ts';

/** Whether one of its parameters has a type: workflows that n8n's own API is sent have resource locators, too. */
const hasType = ({ of }: RunOperation, type: string) =>
  listOf(of.description['properties']).some((one) => plainOf(one)?.['type'] === type);

export const objectAsText = overOperations({
  code: 'behaviour-object-as-text',
  title: 'Object is used instead of its value',
  severity: 'error',
  why: 'JavaScript turns an object into the text "[object Object]" or the number NaN: the request is for something that does not exist, or the operation fails, whatever the user selects.',
  fix: 'For a resource locator, pass `{ extractValue: true }` as the last argument: `getNodeParameter(name, i, fallback, options)` in `execute`, `getNodeParameter(name, fallback, options)` in triggers, webhooks and `loadOptions`. For a resource mapper, read `columns.value`. For a collection, read one of its fields. For a promise, write `await` before it.',
  bad: "// `user` is a resource locator\nconst user = this.getNodeParameter('user', i);\nconst url = 'https://api.acme.com/users/' + user;",
  good: "const user = this.getNodeParameter('user', i, '', { extractValue: true });\nconst url = 'https://api.acme.com/users/' + user;",
  docs: docs.nodeMethods,
  kinds: 'all',
  fault(operation) {
    // A later request may hold what the simulated API answered.
    const { requests = [], thrown, converted: [name] = [] } = shownRun(operation) ?? {};
    const [first] = requests;
    if (first && /(\[|%5b)object(%20|\+)object(\]|%5d)/i.test(first.url))
      return `the URL of its request to ${hostOf(first.url)} contains "[object Object]"${name === undefined ? ' instead of a value' : `: the resource locator ${shown(name)} is used instead of its value`}`;
    const promised = requests.find(({ flaws }) => flaws?.includes('promise'));
    if (promised)
      return {
        what: `its request to ${hostOf(promised.url)} contains "[object Promise]" instead of a value: the code does not wait for it`,
        request: promised,
      };
    // A request that logs in has no values of parameters, and is not answered with any.
    const filled = requests.find(({ marks }) => marks.length > 0) ?? first;
    if (filled?.flaws?.includes('locator') && hasType(operation, 'resourceLocator'))
      return `its request to ${hostOf(filled.url)} contains a whole resource locator ("__rl") instead of its value`;
    const mapped = requests.find(({ flaws }) => flaws?.includes('mapper'));
    if (mapped && hasType(operation, 'resourceMapper'))
      return `its request to ${hostOf(mapped.url)} contains a whole resource mapper ("mappingMode") instead of its values`;
    if (first || !thrown || name === undefined) return undefined;
    return `it converts the resource locator "${name}" to a text or a number, and fails: ${thrown.message.split('\n')[0]}`;
  },
});

/** A part of a path, or a value of a query, that is nothing else. */
const undefinedPart = /[/=,]undefined(?=[/&?#,]|$)/;

export const undefinedInUrl = overOperations({
  code: 'behaviour-url-undefined',
  title: 'URL contains "undefined" instead of a value',
  severity: 'warning',
  why: 'A value that is not there becomes the text "undefined" in the URL: the request is for something that does not exist. Without the index of the item, `getNodeParameter` cannot evaluate an expression that a user enters, and returns undefined. Reported as an error if it is in the path. Only the first request of an operation is looked at.',
  fix: 'Pass the index of the item, `getNodeParameter(name, i)`, read the field that there is, and leave out what users do not fill in.',
  bad: "const id = this.getNodeParameter('orderId');\nconst url = 'https://api.acme.com/orders/' + id;",
  good: "const id = this.getNodeParameter('orderId', i);\nconst url = 'https://api.acme.com/orders/' + id;",
  docs: docs.nodeMethods,
  supersededBy: ['nodes-credential-field-unknown', 'nodes-parameter-unknown'],
  isGrave: (operation) => undefinedPart.test(URL.parse(withUndefined(operation)?.url ?? '')?.pathname ?? ''),
  fault(operation) {
    const request = withUndefined(operation);
    if (!request) return undefined;
    // All parameters that take an expression have one here.
    const isOfExpressions = operation.trace.marked.length > 0 && request.marks.length === 0;
    const when = isOfExpressions ? 'if users enter expressions in its parameters, ' : '';
    return {
      what: `${when}the URL of its request to ${hostOf(request.url)} contains "undefined" instead of a value`,
      request,
    };
  },
});

/** Its first request, if a value is missing in the URL that no item would have. */
function withUndefined(operation: RunOperation): TracedRequest | undefined {
  const run = shownRun(operation);
  const [first] = run?.requests ?? [];
  return first && !run?.readsLacking && undefinedPart.test(first.url) ? first : undefined;
}

/** A variable of expressions with a field of it, in a decoded URL. */
const unevaluated = /\$(?:parameter|credentials|json|input|node|self)\b(?:\[|\.\w)[\w.[\]'"]*/;

export const expressionAsText = overOperations({
  code: 'behaviour-expression-as-text',
  title: 'URL contains an expression instead of its value',
  severity: 'error',
  why: 'n8n evaluates only what is within `{{ }}` of a text that starts with "=". It sends other text unchanged: the request is for something that does not exist, whatever the user enters.',
  fix: 'Start the text with "=", and write the expression within `{{ }}`. In code, read the value with `getNodeParameter`; of a field of a collection, send `$value` with `routing.send` of that field.',
  bad: "url: '/orders + $parameter.orderId'",
  good: "url: '=/orders/{{ $parameter.orderId }}'",
  docs: docs.nodeMethods,
  supersededBy: [
    'nodes-expression-without-equals',
    'nodes-expression-syntax',
    'credentials-expression-without-equals',
    'credentials-expression-syntax',
  ],
  kinds: 'all',
  fault(operation) {
    // A later request may hold what the simulated API answered.
    const [first] = shownRun(operation)?.requests ?? [];
    const text = first && unevaluated.exec(safeDecode(first.url))?.[0];
    if (text === undefined) return undefined;
    // What is entered here is an expression for each item.
    const entered = operation.trace.marked[Number(/^\$json\.p(\d+)$/.exec(text)?.[1] ?? -1)];
    return entered === undefined
      ? `the URL of its request contains "${text}" instead of a value`
      : `the URL of its request contains the expression that is entered in ${shown(entered)} instead of its value: \`$parameter\` does not evaluate expressions in fields of collections`;
  },
  concerns: ({ of: { description }, option }) =>
    [description, ...Object.values(description), option, ...Object.values(option ?? {})]
      .map((part) => plainOf(part))
      .filter((part) => part !== undefined),
});

/** `https://https//api.acme.com`: what URL makes of two schemes. Hosts in .example are made up, with their scheme. */
const twoSchemes = /^https?:\/\/https?:?\/+(?![\w.-]*\.example(?![\w.-]))[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?![\w.-])/i;

export const schemeTwice = overOperations({
  code: 'behaviour-url-scheme-twice',
  title: 'URL has two schemes',
  severity: 'error',
  why: 'The value in the URL begins with `https://` already: the request goes to a host called "https", and fails.',
  fix: 'Put the scheme in one place: in the URL, or in the value and its default.',
  bad: "baseURL: '=https://{{$credentials.url}}'   with `default: 'https://api.acme.com'`",
  good: "baseURL: '={{$credentials.url}}'   with `default: 'https://api.acme.com'`",
  docs: 'https://developer.mozilla.org/en-US/docs/Web/API/URL/URL',
  kinds: 'all',
  fault(operation) {
    const request = shownRun(operation)?.requests.find(({ url }) => twoSchemes.test(url));
    return request && { what: `its request goes to ${shown(twoSchemes.exec(request.url)?.[0] ?? '')}`, request };
  },
});

export const basePathDropped = overOperations({
  code: 'behaviour-base-path-dropped',
  title: 'Path of the base URL is not in the URL of the request',
  severity: 'error',
  why: "A path that begins with a slash replaces the whole path of the base: `new URL('/orders', 'https://api.acme.com/v2')` is `https://api.acme.com/orders`. Reported for paths such as `/v2` and `/api` if no request of the node has the path of the base, logins and tests of credentials aside.",
  fix: 'Join them as texts, or end the base with a slash and begin the path without one.',
  bad: "new URL('/orders', 'https://api.acme.com/v2')",
  good: "new URL('orders', 'https://api.acme.com/v2/')",
  docs: 'https://developer.mozilla.org/en-US/docs/Web/API/URL/URL',
  kinds: 'all',
  fault(operation, all) {
    const base = shownRun(operation)?.droppedBase;
    if (base === undefined) return undefined;
    const { hostname, pathname } = new URL(base);
    const path = pathname.replace(/\/$/, '');
    // Links are relative to the page that they are on, and answers name other addresses.
    const sent = all.flatMap(({ kind, trace }) =>
      kind === 'credentialTest' ? [] : trace.runs.flatMap(({ requests }) => requests.filter((one) => !isLogin(one))),
    );
    const isUsed = sent.some(
      ({ url }) => hostOf(url) === hostname && `${new URL(url).pathname}/`.startsWith(`${path}/`),
    );
    // Users may enter the address of what they see of the service, of which only the host is meant.
    if (isUsed || ofAnswer.test(base) || !ofApi.test(path)) return undefined;
    const request = shownRun(operation)?.requests.find((one) => hostOf(one.url) === hostname && !isLogin(one));
    return (
      request && { what: `the URL of its request lacks the path "${path}" of the base that it is made with`, request }
    );
  },
});

/** `/api`, `/rest/v2` */
const ofApi = /\/(?:api|rest|v\d+(?:\.\d+)*)(?:\/|$)/i;

/** What simulated responses have in addresses. */
const ofAnswer = /ek\d+p\d|^https?:\/\/files\./i;

export const hostMissing = overOperations({
  code: 'behaviour-url-without-host',
  title: 'URL of a request has no host',
  severity: 'error',
  why: 'A path alone is not a URL: n8n rejects the request with "Invalid URL", and the operation fails for every user.',
  fix: 'Set `baseURL`, or put it before the path. n8n reads `requestDefaults` only for nodes without `execute`.',
  bad: "await this.helpers.httpRequest({ url: '/orders' });",
  good: "await this.helpers.httpRequest({ baseURL: 'https://api.acme.com', url: '/orders' });",
  docs: docs.httpHelpers,
  kinds: 'all',
  onlyUsual: true,
  fault(operation) {
    return shownRun(operation)?.isHostless ? 'the URL of its request is only a path, without a host' : undefined;
  },
});

export const schemeMissing: BehaviourRule = {
  code: 'behaviour-default-without-scheme',
  title: 'Default URL of the credential has no scheme',
  severity: 'error',
  why: 'A host alone is not a URL: with the default of the credential, n8n rejects every request with "Invalid URL", and users who accept it cannot use the node.',
  fix: 'Begin the default, and the placeholder, with `https://`. Or put the scheme before the field where requests are sent.',
  bad: "{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '//api.acme.com/v1' }",
  good: "{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: 'https://api.acme.com/v1' }",
  docs: 'https://developer.mozilla.org/en-US/docs/Web/API/URL/URL',
  *check({ operations, around: { ownCredentials } }) {
    const failed = operations.flatMap((operation) => {
      const { credential, field } = operation.trace.schemeless ?? {};
      const own = ownCredentials.get(credential ?? '');
      const [first] = own?.fields.named.get(field ?? '') ?? [];
      return own && first ? [{ operation, own, raw: first.raw }] : [];
    });
    for (const all of Map.groupBy(failed, ({ raw }) => raw).values()) {
      const [first] = all;
      if (!first) continue;
      const { own, raw } = first;
      const names = listed([...new Set(all.map(({ operation }) => nameOf(operation)))], { most: 3 });
      const value = shown(textOf(raw['default']) ?? '');
      yield {
        message: `${names}: with the default ${value} of ${shown(textOf(raw['name']) ?? '')}, the URL of its request is invalid`,
        file: own.file,
        about: { object: raw, key: 'default' },
      };
    }
  },
};
