import { docs } from '../../../docs-links.ts';
import { inherited, isFalseOAuth, isOAuth } from '../../../model/descriptions/credential-fields.ts';
import { urlProblem } from '../../../model/descriptions/request-url.ts';
import { everyParameter } from '../../../model/parameters/parameter.ts';
import { isFunction, isUnknown, plainOf, shown } from '../../../model/parameters/plain.ts';
import { listed, type Violation } from '../../../rule.ts';
import type { CredentialRule, CredentialSubject } from '../credential-subject.ts';

/** Words in camelCase names of secret fields. */
export const secret =
  /(?:^|[a-z0-9_])(?:password|passphrase|secret|apikey|api_?key|accesskey|privatekey|private_?key|accesstoken|authtoken|apitoken|token|bearer|creds)$/i;
/** Names with such a word whose values are public. */
export const harmless = /public|url|uri|endpoint|header|prefix|type|name|id$|expir|location|field|param/i;

const readable: CredentialRule = {
  code: 'credentials-secret-readable',
  title: 'Secret field is not a password field',
  severity: 'error',
  why: 'Without the password option, everyone who opens the credential can read the value, and n8n rejects the package.',
  fix: 'Add `typeOptions: { password: true }` to the field.',
  bad: "{ displayName: 'API Key', name: 'apiKey', type: 'string', default: '' }",
  good: "{ displayName: 'API Key', name: 'apiKey', type: 'string', typeOptions: { password: true }, default: '' }",
  docs: docs.credentialFiles,
  supersededBy: [
    '@n8n/community-nodes/credential-password-field',
    'n8n-nodes-base/node-param-type-options-password-missing',
  ],
  *check({ credential: { fields } }) {
    const all = [...everyParameter(fields)];
    const hasSecretKey = all.some(({ name }) => /secret/i.test(name));
    for (const { name, type, raw, path } of all) {
      if (type !== 'string' || !secret.test(name) || harmless.test(name)) continue;
      // Of a pair, the access key only names the secret key.
      if (hasSecretKey && /access_?key$/i.test(name)) continue;
      const options = raw['typeOptions'];
      if (isUnknown(options) || plainOf(options)?.['password'] !== undefined) continue;
      yield { message: `"${path}" is not a password field`, about: { object: raw } };
    }
  },
};

/** Parts of a request that n8n can set: `IRequestOptionsSimplifiedAuth` of n8n-workflow. */
const requestParts = new Set(['auth', 'body', 'headers', 'qs', 'skipSslCertificateValidation', 'url']);

const authenticateInvalid: CredentialRule = {
  code: 'credentials-authenticate-invalid',
  title: '`authenticate` of the credential is invalid',
  severity: 'error',
  why: 'n8n supports only the type "generic" and adds headers, qs, body and auth to the request. It silently ignores everything else and sends the request without the key. Of a credential that extends `oAuth2Api`, it reads nothing of `authenticate`.',
  fix: 'Write `authenticate` as an `IAuthenticateGeneric`.',
  bad: "authenticate = { type: 'generic', properties: { header: { 'X-Api-Key': '={{ $credentials.apiKey }}' } } };",
  good: "authenticate = { type: 'generic', properties: { headers: { 'X-Api-Key': '={{ $credentials.apiKey }}' } } };",
  docs: docs.credentialFiles,
  supersededBy: ['types-error'],
  *check({ credential, own }) {
    const { description, methods } = credential;
    const { authenticate } = description;
    if (
      authenticate === undefined ||
      methods.has('authenticate') ||
      isUnknown(authenticate) ||
      isFunction(authenticate)
    )
      return;
    const { type, properties } = plainOf(authenticate) ?? {};
    const about = { object: description, key: 'authenticate' };
    if (isUnknown(type) || isUnknown(properties)) return;
    const parts = Object.keys(plainOf(properties) ?? {});
    const unknown = parts.filter((part) => !requestParts.has(part));
    if (isOfOAuth(credential, own)) {
      if (type !== 'generic' || unknown.length > 0) yield ignoredOfOAuth(credential, parts);
      return;
    }
    if (type !== 'generic') {
      yield { message: `authenticate.type: n8n supports only "generic", not ${shown(type ?? '')}`, about };
      return;
    }
    for (const part of unknown)
      yield { message: `authenticate.properties: unknown part of a request ${shown(part)}`, about };
    for (const part of ['qs', 'body']) {
      const [name] = Object.keys(plainOf(plainOf(properties)?.[part]) ?? {}).filter((one) => onlyHeader.test(one));
      if (name !== undefined)
        yield { message: `authenticate.properties.${part}: ${name} is the name of a header`, about };
    }
  },
};

/** https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Authorization */
const onlyHeader = /^authorization$/i;

const ofOAuth: ReadonlySet<string> = new Set(inherited['oAuth2Api']);

/**
 * Whether n8n sends requests with the token of OAuth, and never calls `authenticate`.
 * Source: n8n-core 2.41, dist/execution-engine/node-execution-context/utils/request-helpers/authentication.js
 */
const isOfOAuth = ({ name, extends: parents }: CredentialSubject['credential'], own: CredentialSubject['own']) =>
  isOAuth(name, own) ?? parents.some((parent) => /OAuth2Api$/i.test(parent));

/** An error if what users do not have to enter is lost with it. */
function ignoredOfOAuth({ description, fields }: CredentialSubject['credential'], parts: readonly string[]): Violation {
  const lost = parts.filter((part) => ofOAuth.has(part) && !fields.named.has(part));
  const what = lost.length > 0 ? `: ${listed(lost)} ${lost.length > 1 ? 'are' : 'is'} not set` : '';
  return {
    message: `n8n does not read \`authenticate\` of an OAuth2 credential${what}`,
    fix: 'Remove `authenticate`. In `properties`, set the hidden fields that n8n reads: `grantType`, `accessTokenUrl`, `authentication`, and `authUrl` unless the grant type is "clientCredentials".',
    ...(lost.length === 0 && { severity: 'warning' }),
    about: { object: description, key: 'authenticate' },
  };
}

const testIncomplete: CredentialRule = {
  code: 'credentials-test-without-address',
  title: 'Test of the credential has no absolute URL',
  severity: 'error',
  why: 'n8n does not apply requestDefaults of the node to the request of `test`. Without an absolute URL, or a function `authenticate` that sets one, the test fails for every key, valid or not.',
  fix: 'Set `baseURL`, or a `url` that starts with https://.',
  bad: "test = { request: { url: '/account' } };",
  good: "test = { request: { baseURL: 'https://api.acme.example', url: '/account' } };",
  docs: docs.credentialFiles,
  *check({ credential }) {
    const { description } = credential;
    const { test } = description;
    if (mayChangeUrl(credential)) return;
    if (test === undefined || isUnknown(test) || isFunction(test) || isUnknown(plainOf(test)?.['request'])) return;
    const { baseURL, url } = plainOf(plainOf(test)?.['request']) ?? {};
    // An expression without "=" has a rule of its own.
    if ([baseURL, url].some((part) => typeof part === 'string' && /^(?!=).*\{\{/.test(part))) return;
    const problem = urlProblem({ baseURL, url });
    if (problem !== undefined) yield { message: `test: ${problem}`, about: { object: description, key: 'test' } };
  },
};

/** n8n passes every request, including that of the test, to `authenticate`: a function may set the URL. */
function mayChangeUrl({ description, methods }: CredentialSubject['credential']): boolean {
  const { authenticate } = description;
  if (methods.has('authenticate') || isFunction(authenticate) || isUnknown(authenticate)) return true;
  const properties = plainOf(authenticate)?.['properties'];
  return isUnknown(properties) || plainOf(properties)?.['url'] !== undefined;
}

const untested: CredentialRule = {
  code: 'credentials-untested',
  title: 'Credential has no test',
  severity: 'warning',
  why: 'n8n tests a credential when it is saved. Without a test, users notice a mistyped key only when a workflow fails, and n8n rejects the package.',
  fix: 'Add `test` with a cheap authenticated request, or set `testedBy` in each node that uses the credential.',
  bad: "export class AcmeApi implements ICredentialType {\n  name = 'acmeApi';\n}",
  good: "export class AcmeApi implements ICredentialType {\n  name = 'acmeApi';\n  test = { request: { baseURL: 'https://api.acme.example', url: '/account' } };\n}",
  docs: docs.credentialFiles,
  supersededBy: ['@n8n/community-nodes/credential-test-required'],
  *check(subject) {
    const { name, description } = subject.credential;
    if (isFalseOAuth(subject.credential, subject.own)) return;
    if (description['test'] !== undefined || isOAuth(name, subject.own) !== false || testedByNodes(subject)) return;
    yield { message: `${shown(name)} has no test`, about: { object: description } };
  },
};

/** Or no node uses it: then its purpose is unknown. Or it is only compared with what a webhook receives. */
function testedByNodes({ credential: { name }, all }: CredentialSubject): boolean {
  const uses = all.nodes.flatMap(({ versions }) =>
    versions.flatMap(({ credentials, methods }) =>
      credentials.filter((used) => used.name === name).map(({ raw }) => ({ raw, methods })),
    ),
  );
  return uses.some(({ raw }) => raw['testedBy'] !== undefined) || uses.every(({ methods }) => onlyReceives(methods));
}

const onlyReceives = (methods: ReadonlySet<string>) =>
  methods.has('webhook') && ![...methods].some((method) => /^(?:execute|poll|trigger|webhookMethods)/.test(method));

export const secretRules = [readable, authenticateInvalid, testIncomplete, untested];
