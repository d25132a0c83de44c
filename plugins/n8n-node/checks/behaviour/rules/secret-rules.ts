import type { RunOperation } from '../../../behaviour/run-package.ts';
import { hasEnded } from '../../../behaviour/trace/ending.ts';
import { isFailed, isWrite, type TracedRequest } from '../../../behaviour/trace/request.ts';
import { type Run, webhookMethodOf, webhookSteps } from '../../../behaviour/trace/run.ts';
import { docs } from '../../../docs-links.ts';
import { memoize } from '../../../memoize.ts';
import type { DescribedCredential } from '../../../model/descriptions/described-credential.ts';
import { expressionsIn } from '../../../model/expressions/expression-texts.ts';
import { everyParameter } from '../../../model/parameters/parameter.ts';
import { plainOf } from '../../../model/parameters/plain.ts';
import { wordsOf } from '../../../model/words.ts';
import { blockedIn } from '../../../shared-rules/expression-rules.ts';
import { type BehaviourRule, overOperations } from '../behaviour-rule.ts';
import { hostOf } from '../request-hosts.ts';
import { secretShown } from '../static-faults.ts';

interface Showing extends Pick<BehaviourRule, 'code' | 'title' | 'why' | 'fix' | 'bad' | 'good'> {
  /** Where secrets are shown, as the rule about sources names it. */
  target: string;
  secrets(run: Run): readonly string[];
  /** What the operation does with the first one, which is the one that is named. */
  says(secret: string): string;
  /** Operations that are there for it, by their names. */
  meant?: RegExp;
}

/** A rule about secrets in what n8n stores of an execution. */
const showsSecret = ({ target, secrets, says, meant, ...rule }: Showing) => {
  const firstOf = ({ trace }: RunOperation) => trace.runs.flatMap(secrets)[0];
  return overOperations({
    ...rule,
    severity: 'error',
    docs: docs.credentialFiles,
    kinds: 'all',
    supersededBy: ['security-secret-shown'],
    concerns: (operation) => [
      secretShown((firstOf(operation) ?? '').replace(/^.*\./, ''), target, operation.node.file),
    ],
    fault(operation) {
      const secret = firstOf(operation);
      if (secret === undefined || meant?.test(String(operation.choices.operation))) return undefined;
      const always = operation.trace.runs.some((run) => secrets(run).length > 0 && !run.requests.some(isFailed));
      return always ? says(secret) : `if a request fails, ${says(secret)}`;
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
  title: 'Secret is sent to another top-level domain than by all other operations',
  severity: 'warning',
  why: 'All other operations send the secret to a host with the same name in another top-level domain, such as `.io` instead of `.com`. The request fails, or whoever owns the other domain gets the secret.',
  fix: 'Correct the host. Keep the base of all URLs in one constant, and use it in the test of the credential too.',
  bad: "test = { request: { baseURL: 'https://api.acme.com', url: '/me' } };   with operations at https://api.acme.io",
  good: "test = { request: { baseURL: 'https://api.acme.io', url: '/me' } };",
  docs: docs.credentialFiles,
  kinds: 'all',
  supersededBy: ['security-undisclosed-host'],
  onlyUsual: true,
  fault(operation, all) {
    const [own, ...more] = secretHosts(operation);
    const known = sendersByHost(all);
    if (own === undefined || more.length > 0 || known.size !== 2 || known.get(own) !== 1) return undefined;
    const [other = ''] = [...known.keys()].filter((host) => host !== own);
    if ((known.get(other) ?? 0) < minSame || withoutEnding(other) !== withoutEnding(own)) return undefined;
    const request = operation.run('plain')?.requests.find(({ url }) => hostOf(url) === own);
    return { what: `it sends the secret to ${own}; all other operations send it to ${other}`, request };
  },
});

/** The hosts that an operation sends secrets to. */
const secretHosts = ({ run }: RunOperation): ReadonlySet<string> =>
  new Set((run('plain')?.requests ?? []).flatMap(({ secrets, url }) => (secrets.length > 0 ? [hostOf(url)] : [])));

/** The number of operations that send a secret to a host. */
const sendersByHost = memoize((all: readonly RunOperation[]): ReadonlyMap<string, number> => {
  const hosts = all.flatMap((one) => [...secretHosts(one)]);
  return new Map([...Map.groupBy(hosts, String)].map(([host, same]) => [host, same.length]));
});

const withoutEnding = (host: string) => host.replace(/\.[^.]*$/, '');

/** The run of an operation that came to its end and sent requests, but used no credential in any run; undefined for others. */
function runWithoutCredential(operation: RunOperation): Run | undefined {
  const isUnused = operation.trace.runs.every(({ credentials }) => credentials.length === 0);
  return isUnused ? runWithRequests(operation) : undefined;
}

function runWithRequests({ run }: RunOperation): Run | undefined {
  const plain = run('plain');
  return plain && hasEnded(plain) && plain.requests.length > 0 ? plain : undefined;
}

/** Of a file that is downloaded, for example, an earlier answer gave the token. */
const tokenInUrl = /[?&][\w-]*(?:token|sig|key|auth|ticket)[\w-]*=/i;

/** Whether a request has nothing by which the API knows the user. */
export const isOpen = ({ secrets, hasToken, url }: TracedRequest): boolean =>
  secrets.length === 0 && !hasToken && !tokenInUrl.test(url);

const sendsNothing = ({ trace }: RunOperation): boolean => trace.runs.every(({ requests }) => requests.every(isOpen));

/** Whether a request has a secret in its body, in exchange for a token. */
const exchangesSecret = ({ method, exposed = [] }: TracedRequest): boolean => method === 'POST' && exposed.length > 0;

/** Whether a request has a secret in headers only: a login has it in the body, and what that returns comes after it. */
const hasSecretInHeader = ({ secrets, exposed = [] }: TracedRequest): boolean =>
  secrets.length > 0 && exposed.length === 0;

/** The same for one that reads the credential, and may log in, but sends nothing by which the API knows the user after that. */
function runWithoutSecret(operation: RunOperation): Run | undefined {
  const run = runWithRequests(operation);
  const isWithout = operation.trace.runs.every(({ requests }) =>
    requests.every((one) => exchangesSecret(one) || isOpen(one)),
  );
  return isWithout && run?.requests.some((one) => !exchangesSecret(one)) ? run : undefined;
}

/** Whether `authenticate` of a credential says how a secret is sent. */
const authenticates = memoize((credential: DescribedCredential): boolean => {
  const { authenticate: described } = credential.description;
  // Another rule reports what n8n cannot evaluate.
  if (expressionsIn(plainOf(described) ?? {}).some(({ text }) => blockedIn(text) !== undefined)) return false;
  const authenticate = JSON.stringify(described ?? '');
  const named = new Set([...authenticate.matchAll(/\$credentials\W+([\w$]+)/g)].map(([, name]) => name));
  return everyParameter(credential.fields).some(
    ({ name, raw }) => named.has(name) && plainOf(raw['typeOptions'])?.['password'] === true,
  );
});

/** Operations that nobody has to be known for. */
const openToAll = new Set(
  'auth authenticate login signin signup register registration setup public anonymous health ping token time announcement announcements status version'.split(
    ' ',
  ),
);

export const credentialUnused = overOperations({
  code: 'behaviour-credential-unused',
  title: 'Request is sent without the required credential',
  severity: 'error',
  why: 'The node requires a credential, but this operation sends its requests without it: the API rejects them, or users enter an unnecessary credential. Reported only if most other operations of the node send the credential to the same host, or none uses it or sends what its `authenticate` defines, and not if a whole resource only reads without it; of a webhook, if another of its methods sends the credential.',
  fix: 'Send the request with `this.helpers.httpRequestWithAuthentication`. If the code sets the header itself, make sure that no other headers replace it. Remove the credential from the node if no operation needs it.',
  bad: "await this.helpers.httpRequest({ url: 'https://api.acme.example/orders' });",
  good: "await this.helpers.httpRequestWithAuthentication.call(this, 'acmeApi', { url: 'https://api.acme.example/orders' });",
  docs: docs.nodeMethods,
  kinds: ['execute', 'poll', 'webhookMethods'],
  onlyUsual: true,
  fault(operation, every, { ownCredentials }) {
    if (operation.kind === 'webhookMethods') return openStep(operation);
    const open = openWrite(operation);
    if (open)
      return {
        what: `its ${open.method} request to ${hostOf(open.url)} is sent without the credential; its other requests send it`,
        request: open,
      };
    const all = every.filter(({ kind }) => kind !== 'webhookMethods');
    const plain = runWithoutCredential(operation) ?? runWithoutSecret(operation);
    const required = operation.trace.shown.filter((one) => one.required).map(({ name }) => name);
    if (!plain || required.length === 0) return undefined;
    // The credential may only have the address for it.
    const { resource, operation: name } = operation.choices;
    if (wordsOf(`${resource} ${name}`).some((word) => openToAll.has(word)) || plain.requests.every(isSignIn))
      return undefined;
    if (all.every((one) => runWithoutCredential(one) !== undefined))
      return {
        what: `the node requires the credential ${required.join(' or ')}, and none of its operations uses it`,
        request: plain.requests[0],
      };
    const unsent = required.find((name) => {
      const own = ownCredentials.get(name);
      return own && authenticates(own);
    });
    if (unsent !== undefined && all.every(sendsNothing))
      return {
        what: `no operation sends what \`authenticate\` of the required credential ${unsent} defines`,
        request: plain.requests[0],
      };
    if (isOfOpenResource(operation, all)) return undefined;
    // Of the same address, others send it: it is not one that is open to all.
    const hosts = new Set(plain.requests.map(({ url, method }) => `${method} ${new URL(url).host}`));
    const others = all.filter(({ trace }) =>
      trace.runs.some(({ credentials }) => credentials.includes(required[0] ?? '')),
    );
    const sameHost = others.flatMap(({ run }) => run('plain')?.requests ?? []);
    const isKnown = sameHost.some(
      (one) => !exchangesSecret(one) && !isOpen(one) && hosts.has(`${one.method} ${new URL(one.url).host}`),
    );
    return isKnown && others.length > all.length / 2
      ? {
          what: `its requests are sent without the credential ${required.join(' or ')}`,
          request: plain.requests.find((one) => !exchangesSecret(one)),
        }
      : undefined;
  },
});

/** Addresses of requests that ask who the user is, whose answers prove nothing. */
const asksWho = /\/(?:me|whoami|profile)\/?$/i;
/** Addresses of requests whose answers prove who asks, and of those that are open. */
const ofSession = /token|login|sign-?in|auth|session|upload|public/i;

/** The request with which an operation changes something, and that lacks what its other requests to the same host have in a header. */
export function openWrite(operation: RunOperation): TracedRequest | undefined {
  const { requests = [] } = runWithRequests(operation) ?? {};
  // What a login returns may be in a body.
  const paths = requests.map(({ url }) => new URL(url).pathname);
  if (paths.some((path) => ofSession.test(path) && !asksWho.test(path))) return undefined;
  const known = new Set(requests.filter(hasSecretInHeader).map(({ url }) => hostOf(url)));
  return requests.find(
    (request) => (isWrite(request) || request.method === 'DELETE') && isOpen(request) && known.has(hostOf(request.url)),
  );
}
/** Whether a request asks for a token with what a user enters: nobody has one yet. */
const isSignIn = ({ method, url }: TracedRequest): boolean =>
  method === 'POST' && /\/(?:token|login|sign-?in|authenticate)\/?$/i.test(new URL(url).pathname);

const ofWebhook: ReadonlySet<Run['kind']> = new Set(webhookSteps);

/** A body of another request may have what the service has returned to prove who asks. */
const isOpenStep = (request: TracedRequest) =>
  isOpen(request) && (request.isEmpty === true || request.method === 'DELETE');

/** What a step in the life of a webhook is sent without, where other steps send it to the same host. */
function openStep({ trace: { runs } }: RunOperation): string | undefined {
  const steps = runs.filter((run) => ofWebhook.has(run.kind) && !run.isRecorded && hasEnded(run));
  const known = new Map(
    steps.flatMap(({ requests }) =>
      requests.filter(hasSecretInHeader).map(({ secrets: [secret = ''], url }) => [hostOf(url), secret] as const),
    ),
  );
  for (const { kind, requests } of steps) {
    const [first] = requests;
    const secret = first && known.get(hostOf(first.url));
    if (!first || secret === undefined || !requests.every(isOpenStep)) continue;
    return `\`${webhookMethodOf(kind)}\` sends its ${first.method} request to ${hostOf(first.url)} without the credential, which other methods send`;
  }
  return undefined;
}

/** Operations of one resource that show that it is open to all. */
const minOpen = 3;

/** Whether all operations of its resource only read, without a credential: prices of a market, for example. */
const isOfOpenResource = ({ choices: { resource } }: RunOperation, all: readonly RunOperation[]): boolean =>
  resource !== undefined && openResources(all).has(resource);

const openResources = memoize((all: readonly RunOperation[]): ReadonlySet<unknown> => {
  const isOpenRead = ({ trace }: RunOperation) =>
    trace.runs.every(({ requests }) => requests.every((request) => request.method === 'GET' && isOpen(request)));
  const byResource = Map.groupBy(all, ({ choices }) => choices.resource);
  return new Set(
    [...byResource].flatMap(([resource, same]) =>
      same.length >= minOpen && same.length < all.length && same.every(isOpenRead) ? [resource] : [],
    ),
  );
});

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
      const secret = inUrl.find((name) => inHeaders(all).has(`${hostOf(url)} ${name}`));
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

const doubledIn = (trace: RunOperation['trace']) => requestsIn(trace).flatMap(({ doubled = [] }) => doubled)[0];

/** The secrets that requests have in headers, each with the host that it is sent to. */
const inHeaders = memoize((all: readonly RunOperation[]): ReadonlySet<string> => {
  const sent = all.flatMap(({ trace }) => requestsIn(trace));
  const pairs = sent.flatMap(({ secrets, exposed = [], url }) =>
    secrets.filter((one) => !exposed.includes(one)).map((one) => `${hostOf(url)} ${one}`),
  );
  return new Set(pairs);
});

export const credentialKept = overOperations({
  code: 'behaviour-credential-kept',
  title: 'Token of one credential is reused for another',
  severity: 'error',
  why: 'All executions of an n8n instance share one process. A token in a variable of the module is sent for every user and every credential: users can read and change the data of each other.',
  fix: 'Keep the token for one execution only, or cache it per credential.',
  bad: "let token;\nconst tokenOf = async (context) => (token ??= await login(await context.getCredentials('acmeApi')));",
  good: "const tokens = new WeakMap();   // one for each execution\nconst tokenOf = async (context) => {\n  if (!tokens.has(context)) tokens.set(context, await login(await context.getCredentials('acmeApi')));\n  return tokens.get(context);\n};",
  docs: docs.nodeMethods,
  onlyUsual: true,
  fault: ({ trace: { isOfOther } }) =>
    isOfOther ? 'with another credential, it sends the token that the first one got' : undefined,
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
