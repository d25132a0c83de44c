import { docs } from '../../../docs-links.ts';
import { isFalseOAuth, isOAuth } from '../../../model/descriptions/credential-fields.ts';
import { addressFault } from '../../../model/descriptions/request-address.ts';
import { everyParameter } from '../../../model/parameters/parameter.ts';
import { isFunction, isUnknown, plainOf, shown } from '../../../model/parameters/plain.ts';
import type { CredentialRule, CredentialSubject } from '../credential-subject.ts';

/** Names of what nobody may read over a shoulder, as words of a name in camel case. */
export const secret =
  /(?:^|[a-z0-9_])(?:password|passphrase|secret|apikey|api_?key|accesskey|privatekey|private_?key|accesstoken|authtoken|apitoken|token|bearer)$/i;
/** What has such a word in it and is public. */
export const harmless = /public|url|uri|endpoint|header|prefix|type|name|id$|expir|location|field|param/i;

const readable: CredentialRule = {
  code: 'credentials-secret-readable',
  title: 'A secret of a credential is shown as it is typed',
  severity: 'error',
  why: 'Without the password option the value stays readable on the screen for whoever opens the credential, and n8n refuses the package.',
  fix: 'Add `typeOptions: { password: true }` to the field.',
  bad: "{ displayName: 'API Key', name: 'apiKey', type: 'string', default: '' }",
  good: "{ displayName: 'API Key', name: 'apiKey', type: 'string', typeOptions: { password: true }, default: '' }",
  docs: docs.credentialFiles,
  supersededBy: [
    '@n8n/community-nodes/credential-password-field',
    'n8n-nodes-base/node-param-type-options-password-missing',
  ],
  *check({ credential: { fields } }) {
    for (const { name, type, raw, path } of everyParameter(fields)) {
      if (type !== 'string' || !secret.test(name) || harmless.test(name)) continue;
      const options = raw['typeOptions'];
      if (isUnknown(options) || plainOf(options)?.['password'] !== undefined) continue;
      yield { message: `"${path}" is no password field`, about: { object: raw } };
    }
  },
};

/** What n8n knows to do with a request: `IRequestOptionsSimplifiedAuth` of n8n-workflow. */
const places = new Set(['auth', 'body', 'headers', 'qs', 'skipSslCertificateValidation', 'url']);

const authenticateInvalid: CredentialRule = {
  code: 'credentials-authenticate-invalid',
  title: 'n8n can not authenticate requests with a credential',
  severity: 'error',
  why: 'n8n knows the type "generic", and puts what stands in headers, qs, body and auth into the request. Of anything else it says nothing and sends the request without the key.',
  fix: 'Write `authenticate` as an `IAuthenticateGeneric`.',
  bad: "authenticate = { type: 'generic', properties: { header: { 'X-Api-Key': '={{ $credentials.apiKey }}' } } };",
  good: "authenticate = { type: 'generic', properties: { headers: { 'X-Api-Key': '={{ $credentials.apiKey }}' } } };",
  docs: docs.credentialFiles,
  supersededBy: ['types-error'],
  *check({ credential: { description, methods } }) {
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
    if (type !== 'generic') {
      yield { message: `authenticate has the type ${shown(type ?? '')}, and n8n knows "generic" only`, about };
      return;
    }
    for (const part of Object.keys(plainOf(properties) ?? {})) {
      if (!places.has(part))
        yield { message: `authenticate puts something into ${shown(part)}, where no request has anything`, about };
    }
  },
};

const testIncomplete: CredentialRule = {
  code: 'credentials-test-without-address',
  title: 'The test of a credential has no full address',
  severity: 'error',
  why: 'n8n sends the request of `test` as it is, without what the node has in requestDefaults. Without a full address, and without a function `authenticate` that sets one, it fails for every key, right or wrong.',
  fix: 'Set `baseURL`, or a `url` that begins with https://.',
  bad: "test = { request: { url: '/account' } };",
  good: "test = { request: { baseURL: 'https://api.acme.example', url: '/account' } };",
  docs: docs.credentialFiles,
  *check({ credential }) {
    const { description } = credential;
    const { test } = description;
    if (mayChangeAddress(credential)) return;
    if (test === undefined || isUnknown(test) || isFunction(test) || isUnknown(plainOf(test)?.['request'])) return;
    const { baseURL, url } = plainOf(plainOf(test)?.['request']) ?? {};
    // What is meant as an expression, and is none, is told as that.
    if ([baseURL, url].some((part) => typeof part === 'string' && /^(?!=).*\{\{/.test(part))) return;
    const fault = addressFault({ baseURL, url });
    if (fault !== undefined) yield { message: `test: ${fault}`, about: { object: description, key: 'test' } };
  },
};

/** n8n hands every request, that of the test too, to `authenticate`: a function may set the address. */
function mayChangeAddress({ description, methods }: CredentialSubject['credential']): boolean {
  const { authenticate } = description;
  if (methods.has('authenticate') || isFunction(authenticate) || isUnknown(authenticate)) return true;
  const properties = plainOf(authenticate)?.['properties'];
  return isUnknown(properties) || plainOf(properties)?.['url'] !== undefined;
}

const untested: CredentialRule = {
  code: 'credentials-untested',
  title: 'A credential can not be tested',
  severity: 'warning',
  why: 'n8n tests a credential when it is saved. Without a test a mistyped key is only noticed when a workflow fails, and n8n refuses the package.',
  fix: 'Add `test` with a cheap authenticated request, or let each node that uses the credential name a `testedBy` method.',
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

/** Or used by none: then it is not known what for. */
function testedByNodes({ credential: { name }, all }: CredentialSubject): boolean {
  const uses = all.nodes.flatMap(({ versions }) =>
    versions.flatMap(({ credentials }) => credentials.filter((used) => used.name === name)),
  );
  return uses.length === 0 || uses.some(({ raw }) => raw['testedBy'] !== undefined);
}

export const secretRules = [readable, authenticateInvalid, testIncomplete, untested];
