import type { Rule } from '../../../../kernel/index.ts';
import { credentialsFile, nodeFile } from './example-text.ts';
import { n8nRule } from './n8n-rule.ts';

/** n8n's rules about credentials and the nodes that use them; those about names are in credential-names.ts. */
export const credentialRules: readonly Rule[] = [
  n8nRule({
    code: '@n8n/community-nodes/credential-test-required',
    title: 'Credential has no test',
    why: 'n8n tests a credential when it is saved. Without a test, users notice a mistyped key only when a workflow fails.',
    fix: 'Add `test` with a cheap authenticated request, or set `testedBy` in each node that uses the credential.',
    bad: credentialsFile({ test: undefined }),
    good: credentialsFile({ test: "{ request: { baseURL: 'https://api.acme.example', url: '/account' } }" }),
  }),
  n8nRule({
    code: '@n8n/community-nodes/credential-password-field',
    title: 'Secret field is not a password field',
    why: 'Without the password option, everyone who opens the credential can read the value.',
    fix: 'Add `typeOptions: { password: true }` to the field.',
    bad: credentialsFile({
      properties: "[{ displayName: 'API Token', name: 'apiToken', type: 'string', default: '' }]",
    }),
    good: credentialsFile({
      properties:
        "[{ displayName: 'API Token', name: 'apiToken', type: 'string', typeOptions: { password: true }, default: '' }]",
    }),
  }),
  n8nRule({
    code: '@n8n/community-nodes/credential-unnecessary-password',
    title: 'Password field does not look like a secret',
    severity: 'warning',
    why: 'Users cannot see what they enter, for example a region or a URL.',
    fix: 'Remove `typeOptions: { password: true }`, unless the field is for a secret.',
    bad: credentialsFile({
      properties:
        "[{ displayName: 'Region', name: 'region', type: 'string', typeOptions: { password: true }, default: 'eu' }]",
    }),
    good: credentialsFile({
      properties: "[{ displayName: 'Region', name: 'region', type: 'string', default: 'eu' }]",
    }),
  }),
  n8nRule({
    code: '@n8n/community-nodes/credential-documentation-url',
    title: 'documentationUrl of the credential is not a URL',
    why: 'n8n shows it as a link to the instructions for getting a key.',
    fix: 'Set `documentationUrl` to the URL of a page.',
    bad: credentialsFile({ documentationUrl: "'acme-credentials'" }),
    good: credentialsFile({ documentationUrl: "'https://docs.acme.example/credentials'" }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/cred-class-field-documentation-url-not-http-url',
    title: 'documentationUrl of the credential is not an HTTP URL',
    why: 'The link opens in the browser, which displays only http and https pages.',
    fix: 'Set `documentationUrl` to a URL that starts with https://.',
    bad: credentialsFile({ documentationUrl: "'ftp://docs.acme.example/credentials'" }),
    good: credentialsFile({ documentationUrl: "'http://docs.acme.example/credentials'" }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/cred-class-field-documentation-url-missing',
    title: 'Credential has no link to documentation',
    why: 'Users do not know where to get the key for the credential.',
    fix: 'Set `documentationUrl` to the URL of a page that explains how to get the credential.',
    bad: credentialsFile({ documentationUrl: undefined }),
    good: credentialsFile({ documentationUrl: "'https://acme.example/help/api-keys'" }),
  }),
  n8nRule({
    code: '@n8n/community-nodes/cred-class-field-icon-missing',
    title: 'Credential has no icon',
    why: 'The list of credentials shows it without an icon, next to others that have one.',
    fix: "Write `icon = { light: 'file:…', dark: 'file:…' } as const;` with the SVG files of the node.",
    bad: credentialsFile({ icon: undefined }),
    good: credentialsFile({
      icon: "{ light: 'file:../nodes/Acme/acme.svg', dark: 'file:../nodes/Acme/acme.dark.svg' } as const",
    }),
  }),
  n8nRule({
    code: '@n8n/community-nodes/no-credential-reuse',
    title: 'Node uses a credential of another package',
    why: 'The node gets secrets that users entered for another package, and without that package it cannot be used.',
    fix: 'Add the credential to this package and to "n8n.credentials" in package.json, or correct the name.',
    bad: nodeFile({ credentials: "[{ name: 'slackApi', required: true }]" }),
    good: nodeFile({ credentials: "[{ name: 'acmeApi', required: true }]" }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-class-description-credentials-name-unsuffixed',
    title: "Name of the node's credential does not end with Api",
    why: 'In n8n, names of credentials end with Api. A name without it is usually a typo.',
    fix: 'End the name of the credential with Api, in its own file and here.',
    bad: `// nodes/Acme/Acme.node.ts
export const description = {
  displayName: 'Acme',
  name: 'acme',
  group: ['transform'],
  credentials: [{ name: 'acmeKey', required: true }],
};
`,
    good: `// nodes/Acme/Acme.node.ts
export const description = {
  displayName: 'Acme',
  name: 'acme',
  group: ['transform'],
  credentials: [{ name: 'acmeKeyApi', required: true }],
};
`,
  }),
  n8nRule({
    code: 'n8n-nodes-base/cred-class-field-authenticate-type-assertion',
    title: 'Type assertion on `authenticate`',
    why: '`as IAuthenticateGeneric` hides misspelled fields from the compiler. A type annotation does not.',
    fix: 'Write `authenticate: IAuthenticateGeneric = …` and remove the assertion.',
    bad: credentialsFile({
      authenticate: "{ type: 'generic', properties: { headers: { Accept: 'text/csv' } } } as IAuthenticateGeneric",
    }),
    good: credentialsFile({
      authenticate:
        "{ type: 'generic', properties: { headers: { Accept: 'text/csv' } } } satisfies IAuthenticateGeneric",
    }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/cred-class-field-properties-assertion',
    title: 'Type assertion on the `type` of a field',
    why: '`as NodePropertyTypes` accepts any string, including types that n8n does not have.',
    fix: 'Write `properties: INodeProperties[] = [ … ]` and remove the assertion.',
    bad: credentialsFile({
      properties: "[{ displayName: 'Region', name: 'region', type: 'string' as NodePropertyTypes, default: 'eu' }]",
    }),
    good: credentialsFile({
      properties: "[{ displayName: 'Region', name: 'region', type: 'string' as const, default: 'eu' }]",
    }),
  }),
];
