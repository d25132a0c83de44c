import type { Rule } from '../../../../kernel/index.ts';
import { credentialsFile, nodeFile } from './example-text.ts';
import { n8nRule } from './n8n-rule.ts';

/** What n8n's linter asks of credentials, and of nodes that use them; their names are in credential-names.ts. */
export const credentialRules: readonly Rule[] = [
  n8nRule({
    code: '@n8n/community-nodes/credential-test-required',
    title: 'A credential cannot be tested',
    why: 'n8n tests a credential when it is saved; without a test a mistyped key is only noticed when a workflow fails.',
    fix: 'Add `test` with a cheap authenticated request, or set `testedBy` in each node that uses the credential.',
    bad: credentialsFile({ test: undefined }),
    good: credentialsFile({ test: "{ request: { baseURL: 'https://api.acme.example', url: '/account' } }" }),
  }),
  n8nRule({
    code: '@n8n/community-nodes/credential-password-field',
    title: 'Secret field is not a password field',
    why: 'Without the password option the value stays readable on the screen for whoever opens the credential.',
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
    title: 'A field is hidden that does not look like a secret',
    severity: 'warning',
    why: 'People cannot check what they typed, a region or an address for example.',
    fix: 'Remove `typeOptions: { password: true }`, unless the field does hold a secret.',
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
    title: 'The documentation of a credential is not a URL',
    why: 'n8n shows it as the link to the instructions for getting a key.',
    fix: 'Set `documentationUrl` to the full address of a page.',
    bad: credentialsFile({ documentationUrl: "'acme-credentials'" }),
    good: credentialsFile({ documentationUrl: "'https://docs.acme.example/credentials'" }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/cred-class-field-documentation-url-not-http-url',
    title: 'The documentation of a credential is not a web page',
    why: 'The link opens in the browser, which shows pages of http and https only.',
    fix: 'Set `documentationUrl` to an address that begins with https://.',
    bad: credentialsFile({ documentationUrl: "'ftp://docs.acme.example/credentials'" }),
    good: credentialsFile({ documentationUrl: "'http://docs.acme.example/credentials'" }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/cred-class-field-documentation-url-missing',
    title: 'Credential has no link to documentation',
    why: 'People do not know where to get the key that the credential asks for.',
    fix: 'Set `documentationUrl` to a page that explains it.',
    bad: credentialsFile({ documentationUrl: undefined }),
    good: credentialsFile({ documentationUrl: "'https://acme.example/help/api-keys'" }),
  }),
  n8nRule({
    code: '@n8n/community-nodes/cred-class-field-icon-missing',
    title: 'A credential has no icon',
    why: 'In the list of credentials it stands without a picture, next to others that have one.',
    fix: "Set `icon` to the node's SVG files: { light: 'file:…', dark: 'file:…' }.",
    bad: credentialsFile({ icon: undefined }),
    good: credentialsFile({
      icon: "{ light: 'file:../nodes/Acme/acme.svg', dark: 'file:../nodes/Acme/acme.dark.svg' } as const",
    }),
  }),
  n8nRule({
    code: '@n8n/community-nodes/no-credential-reuse',
    title: 'A node uses a credential of another package',
    why: 'The node would get secrets that the user entered for someone else; and where that package is missing, it cannot be used.',
    fix: 'Bring the credential in this package and list it in "n8n.credentials", or correct the name.',
    bad: nodeFile({ credentials: "[{ name: 'slackApi', required: true }]" }),
    good: nodeFile({ credentials: "[{ name: 'acmeApi', required: true }]" }),
  }),
  n8nRule({
    code: 'n8n-nodes-base/node-class-description-credentials-name-unsuffixed',
    title: 'A node asks for a credential whose name does not end with Api',
    why: 'Names of credentials end with "Api" all over n8n; a name without it is mostly a typing error.',
    fix: 'Name the credential …Api, in its own file and here.',
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
    title: 'The authentication of a credential is asserted instead of typed',
    why: '`as IAuthenticateGeneric` hides a misspelt field from the compiler; a typed field does not.',
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
    title: 'The type of a field is asserted instead of typed',
    why: '`as NodePropertyTypes` accepts any text, also a type that n8n does not know.',
    fix: 'Write `properties: INodeProperties[] = [ … ]` and remove the assertion.',
    bad: credentialsFile({
      properties: "[{ displayName: 'Region', name: 'region', type: 'string' as NodePropertyTypes, default: 'eu' }]",
    }),
    good: credentialsFile({
      properties: "[{ displayName: 'Region', name: 'region', type: 'string' as const, default: 'eu' }]",
    }),
  }),
];
