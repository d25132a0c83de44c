import { docs } from '../../../docs-links.ts';
import { addressesOf, isTemplateAddress } from '../../../model/descriptions/template-address.ts';
import { everyParameter } from '../../../model/parameters/parameter.ts';
import { isUnknown, listOf, type Plain, plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import { n8nCredentials } from '../../../n8n/n8n-credentials.ts';
import type { CredentialWatcher } from '../credential-subject.ts';
import { harmless, secret } from './secret-rules.ts';

const nameTaken: CredentialWatcher = {
  rule: {
    code: 'credentials-name-taken',
    title: 'n8n has a credential of this name already',
    severity: 'error',
    why: 'n8n keeps credentials by name, and one of them takes the place of the other: what users have entered for the node of n8n no longer fits, or never reaches yours.',
    fix: 'Give the credential a name of its own.',
    bad: "name = 'mailchimpApi'",
    good: "name = 'acmeMailchimpApi'",
    docs: docs.credentialFiles,
  },
  *see({ credential: { name, description }, all: { manifest } }) {
    if (!n8nCredentials.has(name) || textOf(manifest?.['name'])?.startsWith('@n8n/')) return;
    yield { message: `${shown(name)} is a credential of n8n itself`, about: { object: description, key: 'name' } };
  },
};

const templateLeft: CredentialWatcher = {
  rule: {
    code: 'credentials-template-left',
    title: "A credential is still the template's",
    severity: 'error',
    why: 'Keys and tokens go to an address that stands for another one in the template: no key can be tested, and no token is given.',
    fix: 'Write the addresses of your service.',
    bad: "test = { request: { baseURL: 'https://api.example.com/v2', url: '/v1/user' } };",
    good: "test = { request: { baseURL: 'https://api.acme.io/v2', url: '/user' } };",
    docs: docs.verification,
  },
  *see({ credential: { description, fields } }) {
    const addresses = [...addressesOf(requestOf(description))].map(({ address }) => address);
    const hidden = everyParameter(fields).filter(({ type, name }) => type === 'hidden' && /url$/i.test(name));
    const found = [...addresses, ...hidden.map(({ raw }) => raw['default'])].find(isTemplateAddress);
    if (typeof found === 'string') yield { message: `requests go to ${shown(found)}`, about: { text: found } };
  },
};

const requestOf = (description: Plain) => plainOf(plainOf(description['test'])?.['request']);

const testCannotFail: CredentialWatcher = {
  rule: {
    code: 'credentials-test-cannot-fail',
    title: 'The test of a credential can not fail',
    severity: 'warning',
    why: 'n8n takes a key for right when the service answers with success. A test that ignores what it answers says "Connection tested successfully" for every key.',
    fix: 'Remove `ignoreHttpStatusErrors`, or add `rules` that say which answer means a wrong key.',
    bad: "test = { request: { baseURL: 'https://api.acme.io', url: '/me', ignoreHttpStatusErrors: true } };",
    good: "test = { request: { baseURL: 'https://api.acme.io', url: '/me' } };",
    docs: docs.credentialFiles,
  },
  *see({ credential: { description } }) {
    const rules = plainOf(description['test'])?.['rules'];
    if (requestOf(description)?.['ignoreHttpStatusErrors'] !== true) return;
    if (isUnknown(rules) || listOf(rules).length > 0) return;
    yield { message: 'the test ignores every answer of the service', about: { object: description, key: 'test' } };
  },
};

/** What stands in a field to be replaced. */
const placeholder = /^(=|<|\{|your|my[-_ ]|xxx|\*+$|change|example|test|demo|none$|null$|default)/i;

const secretGiven: CredentialWatcher = {
  rule: {
    code: 'credentials-secret-given',
    title: 'A credential brings a secret along',
    severity: 'error',
    why: 'The default of a field is in the published package, for everyone to read, and fills the field of every user who enters none.',
    fix: "Revoke the secret: it has to count as known. Set `default: ''`.",
    bad: "{ displayName: 'API Key', name: 'apiKey', type: 'string', typeOptions: { password: true }, default: 'k7Gh2kLq90sXz' }",
    good: "{ displayName: 'API Key', name: 'apiKey', type: 'string', typeOptions: { password: true }, default: '' }",
    docs: docs.credentialFiles,
  },
  toldBy: ['@n8n/community-nodes/no-hardcoded-secrets', 'security-secret'],
  *see({ credential: { fields } }) {
    for (const { name, raw, path, type } of everyParameter(fields)) {
      const value = textOf(raw['default']) ?? '';
      if (!secret.test(name) || harmless.test(name) || !['string', 'hidden'].includes(type)) continue;
      // Letters and digits in one word: what is made to be known by nobody.
      if (value.length < 12 || /\s/.test(value) || !/\d/.test(value) || !/[a-z]/i.test(value)) continue;
      if (placeholder.test(value)) continue;
      yield {
        message: `"${path}" has a value that looks like a secret`,
        evidence: '',
        about: { object: raw, key: 'default' },
      };
    }
  },
};

export const serviceWatchers: readonly CredentialWatcher[] = [nameTaken, templateLeft, testCannotFail, secretGiven];
