import { isDeepStrictEqual } from 'node:util';
import { docs } from '../../../docs-links.ts';
import { isTemplateUrl, urlsOf } from '../../../model/descriptions/template-url.ts';
import { isFilledIn } from '../../../model/parameters/has-no-use.ts';
import { everyParameter } from '../../../model/parameters/parameter.ts';
import { plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import { isTemplate } from '../../../project/manifest/package-name.ts';
import type { CredentialRule } from '../credential-subject.ts';
import { harmless, secret } from './secret-rules.ts';

const nameTaken: CredentialRule = {
  code: 'credentials-name-taken',
  title: 'Name of the credential is already used by n8n',
  severity: 'error',
  why: 'n8n stores credentials by name, so one replaces the other: credentials that users saved for the node of n8n stop working, or do not work with yours. Reported as a warning if both have the same fields.',
  fix: 'Rename the credential to a name that n8n does not use.',
  bad: "name = 'mailchimpApi'",
  good: "name = 'acmeMailchimpApi'",
  docs: docs.credentialFiles,
  *check({ credential: { name, description, fields }, all: { manifest, n8n } }) {
    if (!n8n.credentials?.has(name) || textOf(manifest?.['name'])?.startsWith('@n8n/')) return;
    const own = everyParameter(fields).filter(({ type }) => isFilledIn(type));
    // Of OAuth, what differs is in hidden fields.
    const others = n8n.fieldsOf(name) ?? [];
    const isAlike = others.length > 0 && isDeepStrictEqual(new Set(own.map((one) => one.name)), new Set(others));
    yield {
      message: `name: ${shown(name)} is already a credential of n8n${isAlike ? ', with the same fields' : ''}`,
      ...(isAlike && { severity: 'warning' }),
      about: { object: description, key: 'name' },
    };
  },
};

const templateLeft: CredentialRule = {
  code: 'credentials-template-left',
  title: 'Credential still contains a URL of the template',
  severity: 'error',
  why: 'Keys and tokens are sent to a placeholder URL of the template, so no key can be tested and no token is issued.',
  fix: 'Replace the URL with that of your service.',
  bad: "test = { request: { baseURL: 'https://api.example.com/v2', url: '/v1/user' } };",
  good: "test = { request: { baseURL: 'https://api.acme.io/v2', url: '/user' } };",
  docs: docs.verification,
  *check({ credential: { description, fields }, all: { manifest } }) {
    if (isTemplate(manifest?.['name'])) return;
    const urls = [...urlsOf(plainOf(plainOf(description['test'])?.['request']))].map(({ url }) => url);
    const hidden = everyParameter(fields).filter(({ type, name }) => type === 'hidden' && /url$/i.test(name));
    const found = [...urls, ...hidden.map(({ raw }) => raw['default'])].find(isTemplateUrl);
    if (typeof found === 'string')
      yield { message: `${shown(found)} is a placeholder, not the URL of a service`, about: { text: found } };
  },
};

/** Values that users are to replace, and names of where the value is: `$env[…]`, `${TOKEN}`. */
const placeholder = /^(=|\$|<|\{|your|my[-_ ]|xxx|\*+$|change|example|test|demo|none$|null$|default)/i;

const secretGiven: CredentialRule = {
  code: 'credentials-secret-given',
  title: 'Credential contains a secret',
  severity: 'error',
  why: 'Everyone can read the default of a field in the published package, and n8n uses it for every user who leaves the field empty. Reported as a warning for a field that users do not see: an app may ship its client secret on purpose.',
  fix: "Revoke the secret, because it may have been read. Then set `default: ''`.",
  bad: "{ displayName: 'API Key', name: 'apiKey', type: 'string', typeOptions: { password: true }, default: 'k7Gh2kLq90sXz' }",
  good: "{ displayName: 'API Key', name: 'apiKey', type: 'string', typeOptions: { password: true }, default: '' }",
  docs: docs.credentialFiles,
  supersededBy: ['@n8n/community-nodes/no-hardcoded-secrets'],
  *check({ credential: { fields }, isWritten }) {
    const all = everyParameter(fields);
    for (const { name, raw, path, type } of all) {
      const value = textOf(raw['default']) ?? '';
      if (!secret.test(name) || harmless.test(name) || !['string', 'hidden'].includes(type)) continue;
      // Letters and digits in one word: a generated value.
      if (value.length < 12 || /\s/.test(value) || !/\d/.test(value) || !/[a-z]/i.test(value)) continue;
      if (placeholder.test(value)) continue;
      // Made when the package is loaded: `randomBytes(16).toString('hex')`.
      if (!isWritten(value)) continue;
      // Public, as the key of an app that all users share: "Leave the default unless Acme changes it."
      if (/\bdefault\b/i.test(textOf(raw['description']) ?? '')) continue;
      // A proxy of the author demands that the fields are not empty, and has the secret itself.
      if (all.some((other) => other.name !== name && other.raw['default'] === value)) continue;
      yield {
        message: `"${path}" has a default that looks like a secret`,
        ...(type === 'hidden' && /^client_?secret$/i.test(name) && { severity: 'warning' }),
        evidence: '',
        about: { object: raw, key: 'default' },
      };
    }
  },
};

export const serviceRules: readonly CredentialRule[] = [nameTaken, templateLeft, secretGiven];
