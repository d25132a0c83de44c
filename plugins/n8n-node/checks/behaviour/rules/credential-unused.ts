import { isVariant, type RunOperation, usualOf, type Variant } from '../../../behaviour/run-package.ts';
import { filesHost } from '../../../behaviour/simulated/answers.ts';
import { hasEnded } from '../../../behaviour/trace/ending.ts';
import { addressOf, isWrite, type TracedRequest } from '../../../behaviour/trace/request.ts';
import { type Run, webhookMethodOf, webhookSteps } from '../../../behaviour/trace/run.ts';
import { docs } from '../../../docs-links.ts';
import { memoize } from '../../../memoize.ts';
import type { DescribedCredential } from '../../../model/descriptions/described-credential.ts';
import { expressionsIn } from '../../../model/expressions/expression-texts.ts';
import { type Condition, holdsFor } from '../../../model/parameters/display-conditions.ts';
import { everyParameter } from '../../../model/parameters/parameter.ts';
import { plainOf } from '../../../model/parameters/plain.ts';
import { wordsOf } from '../../../model/words.ts';
import { blockedIn } from '../../../shared-rules/blocked-globals.ts';
import { overOperations } from '../behaviour-rule.ts';
import type { Fault } from '../fault-site.ts';
import { hostOf, rootOf } from '../request-hosts.ts';

/** The run of an operation that came to its end and sent requests, but used no credential in any run; undefined for others. */
function runWithoutCredential(operation: RunOperation): Run | undefined {
  // A module may have kept it.
  const isUnused = operation.trace.runs.every(
    ({ credentials, requests }) => credentials.length === 0 && requests.every(({ secrets }) => secrets.length === 0),
  );
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

/** Whether it asks for a token, with a secret in its body or by its address: a secret may also be in its headers. */
const asksForToken = (request: TracedRequest): boolean => exchangesSecret(request) || isSignIn(request);

/** Whether a request has a secret in headers only: a login has it in the body, and what that returns comes after it. */
const hasSecretInHeader = ({ secrets, exposed = [] }: TracedRequest): boolean =>
  secrets.length > 0 && exposed.length === 0;

/** The same for one that reads the credential, and may log in, but sends nothing by which the API knows the user after that. */
function runWithoutSecret(operation: RunOperation): Run | undefined {
  const run = runWithRequests(operation);
  const isWithout = operation.trace.runs.every(({ requests }) =>
    requests.every((one) => asksForToken(one) || isOpen(one)),
  );
  return isWithout && run?.requests.some((one) => !asksForToken(one)) ? run : undefined;
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

/** Whether the editor shows no field for a secret until another way to authenticate is selected than the usual one: "None". */
const hidesSecrets = memoize(({ fields: { named } }: DescribedCredential): boolean => {
  const isUsual = ({ key, values }: Condition) => holdsFor(values, named.get(key)?.[0]?.raw['default']) !== false;
  const secrets = [...named.values()].flat().filter(({ raw }) => plainOf(raw['typeOptions'])?.['password'] === true);
  return secrets.length > 0 && secrets.every(({ display }) => display?.show?.some((one) => !isUsual(one)) === true);
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
  why: 'The node requires a credential, but this operation sends its requests without it: the API rejects them, or users enter an unnecessary credential. Reported only if most other operations of the node send the credential to the same host, or none uses it or sends what its `authenticate` defines, and not if a whole resource only reads without it; of a webhook, if another of its methods sends the credential, or none sends what its `authenticate` defines; of another way to authenticate, if the usual one sends its credential to the same URL; of another option, if the same operation otherwise sends the credential to the same host.',
  fix: 'Send the request with `this.helpers.httpRequestWithAuthentication`. If the code sets the header itself, make sure that no other headers replace it. Remove the credential from the node if no operation needs it.',
  bad: "await this.helpers.httpRequest({ url: 'https://api.acme.example/orders' });",
  good: "await this.helpers.httpRequestWithAuthentication.call(this, 'acmeApi', { url: 'https://api.acme.example/orders' });",
  docs: docs.nodeMethods,
  kinds: ['execute', 'authentication', 'poll', 'webhookMethods'],
  fault(operation, every, { ownCredentials }) {
    if (isVariant(operation)) return openVariant(operation, usualOf(operation, every));
    if (operation.kind === 'webhookMethods') return openStep(operation) ?? openLife(operation, ownCredentials);
    if (operation.kind === 'authentication') return openWithOther(operation, every, ownCredentials);
    const open = openWrite(operation);
    if (open)
      return {
        what: `its ${open.method} request to ${hostOf(open.url)} is sent without the credential; its other requests send it`,
        request: open,
      };
    const all = every.filter(({ kind }) => kind !== 'webhookMethods' && kind !== 'authentication');
    const plain = runWithoutCredential(operation) ?? runWithoutSecret(operation);
    const required = operation.trace.shown.filter((one) => one.required).map(({ name }) => name);
    const owned = required.flatMap((name) => ownCredentials.get(name) ?? []);
    if (!plain || required.length === 0 || owned.some(hidesSecrets)) return undefined;
    // The credential may only have the address for it.
    const { resource, operation: name } = operation.choices;
    if (wordsOf(`${resource} ${name}`).some((word) => openToAll.has(word)) || plain.requests.every(isSignIn))
      return undefined;
    if (all.every((one) => runWithoutCredential(one) !== undefined))
      return {
        what: `the node requires the credential ${required.join(' or ')}, and none of its operations uses it`,
        request: plain.requests[0],
      };
    const unsent = owned.find(authenticates)?.name;
    if (unsent !== undefined && all.every(sendsNothing))
      return {
        what: `no operation sends what \`authenticate\` of the required credential ${unsent} defines`,
        request: plain.requests[0],
      };
    if (operation.trace.ignoresSecrets && all.every(sendsNothing))
      return {
        what: `no operation sends the secret of the required credential ${required.join(' or ')}`,
        request: plain.requests[0],
      };
    if (isOfOpenResource(operation, all)) return undefined;
    // Of the same address, others send it: it is not one that is open to all. What is deleted or changed never is.
    const placeOf = ({ url, method }: TracedRequest, isAny = false) => `${isAny ? '' : method} ${new URL(url).host}`;
    const hosts = new Set(plain.requests.map((one) => placeOf(one, /^(?:DELETE|PUT|PATCH)$/.test(one.method))));
    const others = all.filter(({ trace }) =>
      trace.runs.some(({ credentials }) => credentials.includes(required[0] ?? '')),
    );
    const isInBody = others.filter(hasSecretInBodies).length > all.length / 2;
    const sameHost = others
      .flatMap(({ run }) => run('plain')?.requests ?? [])
      .filter((one) => (isInBody ? exchangesSecret(one) : !exchangesSecret(one) && !isOpen(one)));
    const isKnown = sameHost.some((one) => hosts.has(placeOf(one)) || hosts.has(placeOf(one, true)));
    return isKnown && others.length > all.length / 2
      ? {
          what: `its requests are sent without the credential ${required.join(' or ')}`,
          request: plain.requests.find((one) => !asksForToken(one)),
        }
      : undefined;
  },
});

/** Whether all requests of an operation have a secret in the body: there is no login that something follows. */
function hasSecretInBodies({ run }: RunOperation): boolean {
  const { requests = [] } = run('plain') ?? {};
  return requests.length > 0 && requests.every(exchangesSecret);
}

/** What users may select to remain unknown to the API. */
const ofAccess = /auth|public|anonym|guest|credential|token|sign|login|visib|private|access/i;

/** The request that an operation sends without the credential where another option is selected; with the usual one, it sends it to the same host. */
function openVariant(variant: Variant, usual: RunOperation | undefined): Fault | undefined {
  const [plain, before] = [runWithRequests(variant), usual && runWithRequests(usual)];
  if (!plain || !before || variant.isWhole || variant.isListed || ofAccess.test(variant.change)) return undefined;
  // Another part of the API may be open to all.
  const placeOf = ({ method, url }: TracedRequest) => `${method} ${hostOf(url)}/${rootOf(url) ?? ''}`;
  const known = new Set(before.requests.filter(hasSecretInHeader).map(placeOf));
  const isKnown = (one: TracedRequest) => known.has(placeOf(one));
  const open = plain.requests.find((one) => isKnown(one) && isOpen(one));
  // What the API has returned may prove who asks.
  if (!open || open !== plain.requests[0] || before.requests.some((one) => isKnown(one) && isOpen(one)))
    return undefined;
  return {
    what: `its ${open.method} request to ${hostOf(open.url)} is sent without the credential, which it sends otherwise`,
    request: open,
  };
}

/** An operation that sends nothing of the credential of another way to authenticate, and requests what is requested with the usual one. */
function openWithOther(
  operation: RunOperation,
  every: readonly RunOperation[],
  own: ReadonlyMap<string, DescribedCredential>,
): Fault | undefined {
  const plain = runWithRequests(operation);
  const unsent = operation.trace.shown.find(({ name, required }) => {
    const credential = required ? own.get(name) : undefined;
    return credential && authenticates(credential);
  });
  if (!plain || !unsent || !sendsNothing(operation)) return undefined;
  const usual = every.flatMap(({ kind, run }) => (kind === 'execute' ? (run('plain') ?? []) : []));
  const known = new Set(usual.flatMap(({ requests }) => requests.filter(hasSecretInHeader).map(addressOf)));
  const request = plain.requests.find((one) => known.has(addressOf(one)));
  const framesOf = ({ sites = [] }: Run) => sites.flatMap((stack) => stack.split('\n'));
  const framesOfUsual = new Set(usual.flatMap(framesOf));
  const stack = plain.sites?.[request?.site ?? -1]?.split('\n').find((frame) => !framesOfUsual.has(frame));
  return (
    request && {
      ...(stack !== undefined && { stack }),
      what: `its ${request.method} request to ${hostOf(request.url)} lacks what \`authenticate\` of the required credential ${unsent.name} defines`,
      request,
    }
  );
}

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
  // An address in an answer may carry all that it needs.
  const own = requests.filter(({ url }) => !url.startsWith(filesHost));
  const known = new Set(own.filter(hasSecretInHeader).map(({ url }) => hostOf(url)));
  return own.find(
    (request) =>
      (isWrite(request) || request.method === 'DELETE') &&
      isOpen(request) &&
      known.has(hostOf(request.url)) &&
      !(request.method === 'POST' && ofHook.test(new URL(request.url).pathname)),
  );
}
/** What others deliver to: who knows the address may. */
const ofHook = /\/(?:web)?hooks?\/[^/]/i;

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

/** What no step in the life of a webhook is sent with, and what the API has to know the user by. */
function openLife(
  { trace: { runs, shown: credentials } }: RunOperation,
  own: ReadonlyMap<string, DescribedCredential>,
): Fault | undefined {
  const steps = runs.filter((run) => ofWebhook.has(run.kind) && !run.isRecorded);
  const requests = steps.flatMap((run) => run.requests);
  const registration = requests.find(({ isRegistration }) => isRegistration);
  const unsent = credentials.find(({ name, required }) => {
    const credential = required ? own.get(name) : undefined;
    return credential && authenticates(credential);
  });
  if (!registration || !unsent || !steps.every(hasEnded) || !requests.every(isOpen)) return undefined;
  return {
    what: `no method sends what \`authenticate\` of the required credential ${unsent.name} defines`,
    request: registration,
  };
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
