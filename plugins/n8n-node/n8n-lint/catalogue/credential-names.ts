import type { Rule } from '../../../../kernel/index.ts';
import { credentialsFile } from './example-text.ts';
import { n8nRule } from './n8n-rule.ts';

const oneName =
  'n8n and its linter tell credentials apart by these endings; one that keeps to them is found by nodes and people.';

/** How n8n wants classes, files, names and labels of credentials to be called. */
export const credentialNameRules: readonly Rule[] = [
  n8nRule({
    code: '@n8n/community-nodes/cred-class-oauth2-naming',
    title: 'An OAuth2 credential is not named so',
    why: 'A service often has both a key and an OAuth2 credential; only the name tells people and n8n which is which.',
    fix: 'Let the class end with OAuth2Api, and put OAuth2 into `name` and `displayName`.',
    bad: credentialsFile({ extends: "['oAuth2Api']", displayName: "'Acme OAuth2 API'", name: "'acmeOAuth2Api'" }),
    good: credentialsFile({}, { name: 'AcmeOAuth2Api' }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/cred-class-field-name-missing-oauth2',
    title: 'The name of an OAuth2 credential does not end with OAuth2Api',
    why: oneName,
    fix: 'Let `name` end with OAuth2Api.',
    bad: credentialsFile({ name: "'acmeOAuth2CustomApi'" }, { name: 'AcmeOAuth2Api' }),
    good: credentialsFile({ name: "'acmeCustomOAuth2Api'" }, { name: 'AcmeOAuth2Api' }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/cred-class-field-display-name-missing-oauth2',
    title: 'The label of an OAuth2 credential does not end with OAuth2 API',
    why: oneName,
    fix: 'Let `displayName` end with OAuth2 API.',
    bad: credentialsFile({ displayName: "'Acme OAuth2 Custom API'" }, { name: 'AcmeOAuth2Api' }),
    good: credentialsFile({ displayName: "'Acme Custom OAuth2 API'" }, { name: 'AcmeOAuth2Api' }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/cred-class-name-unsuffixed',
    title: 'The class of a credential does not end with Api',
    why: oneName,
    fix: 'Rename the class and its file to …Api.',
    bad: credentialsFile({}, { name: 'AcmeKey' }),
    good: credentialsFile({}, { name: 'AcmeKeyApi' }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/cred-class-field-name-unsuffixed',
    title: 'The name of a credential does not end with Api',
    why: oneName,
    fix: 'Let `name` end with Api, here and in the nodes that use it.',
    bad: credentialsFile({ name: "'acmeKey'" }),
    good: credentialsFile({ name: "'acmeKeyApi'" }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/cred-class-field-name-uppercase-first-char',
    title: 'The name of a credential begins with a capital letter',
    why: 'Names of credentials are in camel case; nodes refer to them by exactly this text.',
    fix: 'Begin `name` with a small letter, here and in the nodes that use it.',
    bad: credentialsFile({ name: "'AcmeApi'" }),
    good: credentialsFile({ name: "'acmeApi'" }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/cred-class-field-display-name-missing-api',
    title: 'The label of a credential does not end with API',
    why: 'In the list of credentials this ending is what tells a credential from a node.',
    fix: 'Let `displayName` end with a space and API.',
    bad: credentialsFile({ displayName: "'Acme Key'" }),
    good: credentialsFile({ displayName: "'Acme Key API'" }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/cred-class-field-display-name-miscased',
    title: 'The label of a credential is not in title case',
    why: 'Labels look alike all over n8n: every main word begins with a capital letter.',
    fix: 'Write `displayName` in title case.',
    bad: credentialsFile({ displayName: "'Acme partner API'" }),
    good: credentialsFile({ displayName: "'Acme Partner API'" }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/cred-filename-against-convention',
    title: 'The file of a credential is not named for its class',
    why: "n8n looks for the class that the file's name promises; with another name the credential does not load.",
    fix: 'Name the file after the class: AcmeApi is in AcmeApi.credentials.ts.',
    bad: credentialsFile().replace('// credentials/AcmeApi.', '// credentials/Acme.'),
    good: credentialsFile(),
  }),
  n8nRule({
    code: 'n8n-nodes-base/cred-class-field-placeholder-url-missing-eg',
    title: 'A placeholder is a bare URL',
    why: 'Greyed-out text that is a plain address is easily taken for a value that is already filled in.',
    fix: 'Begin the placeholder with "e.g.".',
    bad: credentialsFile({ placeholder: "'https://acme.example'" }),
    good: credentialsFile({ placeholder: "'e.g. https://acme.example'" }),
  }),
];
