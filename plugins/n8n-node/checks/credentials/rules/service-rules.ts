import { docs } from '../../../docs-links.ts';
import { addressesOf, isTemplateAddress } from '../../../model/descriptions/template-address.ts';
import { everyParameter } from '../../../model/parameters/parameter.ts';
import { type Plain, plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import { n8nCredentials } from '../../../n8n/n8n-credentials.ts';
import type { CredentialRule } from '../credential-subject.ts';
import { harmless, secret } from './secret-rules.ts';

const nameTaken: CredentialRule = {
  code: 'credentials-name-taken',
  title: 'n8n has a credential of this name already',
  severity: 'error',
  why: 'n8n keeps credentials by name, and one of them takes the place of the other: what users have entered for the node of n8n no longer fits, or never reaches yours.',
  fix: 'Give the credential a name of its own.',
  bad: "name = 'mailchimpApi'",
  good: "name = 'acmeMailchimpApi'",
  docs: docs.credentialFiles,
  *check({ credential: { name, description }, all: { manifest } }) {
    if (!n8nCredentials.has(name) || textOf(manifest?.['name'])?.startsWith('@n8n/')) return;
    yield { message: `${shown(name)} is a credential of n8n itself`, about: { object: description, key: 'name' } };
  },
};

const templateLeft: CredentialRule = {
  code: 'credentials-template-left',
  title: "A credential is still the template's",
  severity: 'error',
  why: 'Keys and tokens go to an address that stands for another one in the template: no key can be tested, and no token is given.',
  fix: 'Write the addresses of your service.',
  bad: "test = { request: { baseURL: 'https://api.example.com/v2', url: '/v1/user' } };",
  good: "test = { request: { baseURL: 'https://api.acme.io/v2', url: '/user' } };",
  docs: docs.verification,
  *check({ credential: { description, fields } }) {
    const addresses = [...addressesOf(requestOf(description))].map(({ address }) => address);
    const hidden = everyParameter(fields).filter(({ type, name }) => type === 'hidden' && /url$/i.test(name));
    const found = [...addresses, ...hidden.map(({ raw }) => raw['default'])].find(isTemplateAddress);
    if (typeof found === 'string') yield { message: `requests go to ${shown(found)}`, about: { text: found } };
  },
};

const requestOf = (description: Plain) => plainOf(plainOf(description['test'])?.['request']);

/** What stands in a field to be replaced. */
const placeholder = /^(=|<|\{|your|my[-_ ]|xxx|\*+$|change|example|test|demo|none$|null$|default)/i;

const secretGiven: CredentialRule = {
  code: 'credentials-secret-given',
  title: 'A credential brings a secret along',
  severity: 'error',
  why: 'The default of a field is in the published package, for everyone to read, and fills the field of every user who enters none.',
  fix: "Revoke the secret: it has to count as known. Set `default: ''`.",
  bad: "{ displayName: 'API Key', name: 'apiKey', type: 'string', typeOptions: { password: true }, default: 'k7Gh2kLq90sXz' }",
  good: "{ displayName: 'API Key', name: 'apiKey', type: 'string', typeOptions: { password: true }, default: '' }",
  docs: docs.credentialFiles,
  supersededBy: ['@n8n/community-nodes/no-hardcoded-secrets'],
  *check({ credential: { fields } }) {
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

export const serviceRules: readonly CredentialRule[] = [nameTaken, templateLeft, secretGiven];
