import type { Rule } from '../../../../kernel/index.ts';
import { credentialsFile } from './example-text.ts';
import { n8nRule } from './n8n-rule.ts';

const oneName = 'n8n and its linter recognize credentials by these endings, and users search by them.';

/** n8n's rules about the names of classes, files and credentials, and about their labels. */
export const credentialNameRules: readonly Rule[] = [
  n8nRule({
    code: '@n8n/community-nodes/cred-class-oauth2-naming',
    title: 'Name of the OAuth2 credential lacks OAuth2',
    why: 'A service often has an API key and an OAuth2 credential. Users and n8n tell them apart by name only.',
    fix: 'End the class name with OAuth2Api, and add OAuth2 to `name` and `displayName`.',
    bad: credentialsFile({ extends: "['oAuth2Api']", displayName: "'Acme OAuth2 API'", name: "'acmeOAuth2Api'" }),
    good: credentialsFile({}, { name: 'AcmeOAuth2Api' }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/cred-class-field-name-missing-oauth2',
    title: 'Name of the OAuth2 credential does not end with OAuth2Api',
    why: oneName,
    fix: 'End `name` with OAuth2Api.',
    bad: credentialsFile({ name: "'acmeOAuth2CustomApi'" }, { name: 'AcmeOAuth2Api' }),
    good: credentialsFile({ name: "'acmeCustomOAuth2Api'" }, { name: 'AcmeOAuth2Api' }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/cred-class-field-display-name-missing-oauth2',
    title: 'Label of the OAuth2 credential does not end with OAuth2 API',
    why: oneName,
    fix: 'End `displayName` with OAuth2 API.',
    bad: credentialsFile({ displayName: "'Acme OAuth2 Custom API'" }, { name: 'AcmeOAuth2Api' }),
    good: credentialsFile({ displayName: "'Acme Custom OAuth2 API'" }, { name: 'AcmeOAuth2Api' }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/cred-class-name-unsuffixed',
    title: 'Class name of the credential does not end with Api',
    why: oneName,
    fix: 'Add the ending Api to the class name and the file name.',
    bad: credentialsFile({}, { name: 'AcmeKey' }),
    good: credentialsFile({}, { name: 'AcmeKeyApi' }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/cred-class-field-name-unsuffixed',
    title: 'Name of the credential does not end with Api',
    why: oneName,
    fix: 'End `name` with Api, here and in the nodes that use the credential.',
    bad: credentialsFile({ name: "'acmeKey'" }),
    good: credentialsFile({ name: "'acmeKeyApi'" }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/cred-class-field-name-uppercase-first-char',
    title: 'Name of the credential starts with a capital letter',
    why: 'Names of credentials are in camelCase, and nodes refer to a credential by its exact name.',
    fix: 'Start `name` with a lower-case letter, here and in the nodes that use the credential.',
    bad: credentialsFile({ name: "'AcmeApi'" }),
    good: credentialsFile({ name: "'acmeApi'" }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/cred-class-field-display-name-missing-api',
    title: 'Label of the credential does not end with API',
    why: 'Users recognize a credential by this ending.',
    fix: 'End `displayName` with a space and API.',
    bad: credentialsFile({ displayName: "'Acme Key'" }),
    good: credentialsFile({ displayName: "'Acme Key API'" }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/cred-class-field-display-name-miscased',
    title: 'Label of the credential is not in title case',
    why: 'All labels in n8n are in title case: every main word starts with a capital letter.',
    fix: 'Write `displayName` in title case.',
    bad: credentialsFile({ displayName: "'Acme partner API'" }),
    good: credentialsFile({ displayName: "'Acme Partner API'" }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/cred-filename-against-convention',
    title: 'File of the credential is not named after its class',
    why: 'n8n looks for a class with the name of the file. With another name, the credential does not load.',
    fix: 'Name the file after the class: AcmeApi.credentials.ts for AcmeApi.',
    bad: credentialsFile().replace('// credentials/AcmeApi.', '// credentials/Acme.'),
    good: credentialsFile(),
  }),
  n8nRule({
    code: 'n8n-nodes-base/cred-class-field-placeholder-url-missing-eg',
    title: 'Placeholder is a bare URL',
    why: 'A placeholder that is only a URL looks like a value that is already filled in.',
    fix: 'Start the placeholder with "e.g.".',
    bad: credentialsFile({ placeholder: "'https://acme.example'" }),
    good: credentialsFile({ placeholder: "'e.g. https://acme.example'" }),
  }),
];
