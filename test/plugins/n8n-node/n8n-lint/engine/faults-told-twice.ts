import {
  credentialsFile,
  executingNode,
  nodeFile,
} from '../../../../../plugins/n8n-node/n8n-lint/catalogue/example-text.ts';

/** A fault that several of n8n's rules report: what shows it, whose finding is told, and whose are not. */
export interface FaultToldTwice {
  example: string;
  told: string;
  hidden: readonly string[];
}

const community = (name: string) => `@n8n/community-nodes/${name}`;
const base = (name: string) => `n8n-nodes-base/${name}`;
const manifest = (name: string) => base(`community-package-json-${name}`);
const description = (name: string) => base(`node-param-description-${name}`);
const oauth2 = (fields: Parameters<typeof credentialsFile>[0]) => credentialsFile(fields, { name: 'AcmeOAuth2Api' });
const trigger = (fields: Parameters<typeof nodeFile>[0]) => nodeFile(fields, { name: 'AcmeTrigger' });
const field = (source: string) => `export const field = { ${source} };`;
const described = (text: string) =>
  field(`displayName: 'Note', name: 'note', type: 'string', default: '', description: '${text}'`);

export const faultsToldTwice: readonly FaultToldTwice[] = [
  {
    example: '{ "author": { "name": "", "email": "ada@example.com" } }',
    told: community('valid-author'),
    hidden: [manifest('author-name-still-default')],
  },
  {
    example: '{ "author": { "name": "Ada", "email": "" } }',
    told: community('valid-author'),
    hidden: [manifest('author-email-still-default')],
  },
  {
    example: nodeFile({ name: "'acme.orders'" }),
    told: base('node-class-description-name-miscased'),
    hidden: [base('node-filename-against-convention')],
  },
  {
    example: nodeFile({ credentials: "[{ name: 'httpHeaderAuth', required: true }]" }),
    told: community('no-credential-reuse'),
    hidden: [base('node-class-description-credentials-name-unsuffixed')],
  },
  {
    example: "import { execSync } from 'node:child_process';\nexecSync('true');",
    told: community('no-restricted-imports'),
    hidden: [community('no-dangerous-functions')],
  },
  { example: '{ "author": null }', told: community('valid-author'), hidden: [manifest('author-name-missing')] },
  {
    example: '{ "author": { "email": "ada@example.com" } }',
    told: community('valid-author'),
    hidden: [manifest('author-name-missing')],
  },
  {
    example: '{ "description": "" }',
    told: community('valid-description'),
    hidden: [manifest('description-still-default')],
  },
  {
    example: '{ "name": "n8n-nodes-<...>" }',
    told: community('package-name-convention'),
    hidden: [manifest('name-still-default'), community('no-template-placeholders')],
  },
  {
    example: '{ "repository": { "url": "https://github.com/<...>/n8n-nodes-<...>.git" } }',
    told: community('no-template-placeholders'),
    hidden: [manifest('repository-url-still-default')],
  },
  {
    example: '{ "homepage": "<homepage>" }',
    told: community('no-template-placeholders'),
    hidden: [community('require-homepage')],
  },
  {
    example: '{ "n8n": null }',
    told: community('n8n-object-validation'),
    hidden: ['n8n-api-version-missing', 'n8n-nodes-missing', 'n8n-nodes-empty'].map(manifest),
  },
  {
    example: '{ "n8n": { "n8nNodesApiVersion": 1 } }',
    told: community('n8n-object-validation'),
    hidden: ['n8n-nodes-missing', 'n8n-nodes-empty'].map(manifest),
  },
  {
    example: '{ "n8n": { "n8nNodesApiVersion": "1", "nodes": [] } }',
    told: community('n8n-object-validation'),
    hidden: ['n8n-api-version-not-number', 'n8n-nodes-empty'].map(manifest),
  },
  {
    example: '{ "n8n": { "nodes": ["dist/nodes/Acme/Acme.node.js"] } }',
    told: community('n8n-object-validation'),
    hidden: [manifest('n8n-api-version-missing')],
  },

  {
    example: nodeFile({ credentials: "[{ name: 'otherApi' }]" }),
    told: community('no-credential-reuse'),
    hidden: [community('valid-credential-references')],
  },
  {
    example: nodeFile({ icon: undefined }),
    told: community('require-node-description-fields'),
    hidden: [community('icon-validation')],
  },
  {
    example: nodeFile({
      subtitle: undefined,
      properties:
        "[{ displayName: 'Operation', name: 'operation', type: 'options', noDataExpression: true, options: [{ name: 'Send', value: 'send', action: 'Send an order' }], default: 'send' }]",
    }),
    told: community('require-node-description-fields'),
    hidden: [base('node-class-description-missing-subtitle')],
  },
  {
    example: trigger({ name: "'acme'" }),
    told: community('trigger-node-conventions'),
    hidden: [base('node-class-description-name-unsuffixed-trigger-node'), base('node-filename-against-convention')],
  },
  {
    example: trigger({ displayName: "'Acme'" }),
    told: community('trigger-node-conventions'),
    hidden: [base('node-class-description-display-name-unsuffixed-trigger-node')],
  },
  {
    example: executingNode(
      "    try {\n      return [];\n    } catch (error) {\n      throw new Error('There is no order');\n    }",
    ),
    told: community('require-node-api-error'),
    hidden: [base('node-execute-block-wrong-error-thrown')],
  },

  {
    example: credentialsFile({ icon: undefined }),
    told: community('cred-class-field-icon-missing'),
    hidden: [community('icon-validation')],
  },
  {
    example: credentialsFile({ documentationUrl: "'acme'" }),
    told: community('credential-documentation-url'),
    hidden: [base('cred-class-field-documentation-url-not-http-url')],
  },
  {
    example: credentialsFile({ extends: "['oAuth2Api']", name: "'acmeOAuth2Api'", displayName: "'Acme OAuth2 API'" }),
    told: community('cred-class-oauth2-naming'),
    hidden: [base('cred-class-name-missing-oauth2-suffix')],
  },
  {
    example: credentialsFile({ name: "'acmeOAuth2Api'", displayName: "'Acme OAuth2 API'" }, { name: 'AcmeOAuth2' }),
    told: community('cred-class-oauth2-naming'),
    hidden: [base('cred-class-name-unsuffixed')],
  },
  {
    example: oauth2({ name: "'acme'" }),
    told: community('cred-class-oauth2-naming'),
    hidden: [base('cred-class-field-name-missing-oauth2'), base('cred-class-field-name-unsuffixed')],
  },
  {
    example: oauth2({ name: "'acmeOAuth2'" }),
    told: base('cred-class-field-name-missing-oauth2'),
    hidden: [base('cred-class-field-name-unsuffixed')],
  },
  {
    example: oauth2({ displayName: "'Acme'" }),
    told: community('cred-class-oauth2-naming'),
    hidden: [base('cred-class-field-display-name-missing-oauth2'), base('cred-class-field-display-name-missing-api')],
  },
  {
    example: oauth2({ displayName: "'Acme OAuth2'" }),
    told: base('cred-class-field-display-name-missing-oauth2'),
    hidden: [base('cred-class-field-display-name-missing-api')],
  },

  {
    example: described('operation to perform'),
    told: description('weak'),
    hidden: [description('lowercase-first-char')],
  },
  {
    example: described('The note.'),
    told: description('identical-to-display-name'),
    hidden: [description('excess-final-period')],
  },
  {
    example: "export const option = { name: 'Small', value: 's', description: 'small' };",
    told: base('node-param-option-description-identical-to-name'),
    hidden: [description('lowercase-first-char')],
  },
  {
    example: field(
      "displayName: 'Return All', name: 'returnAll', type: 'boolean', default: false, description: 'Return everything.'",
    ),
    told: description('wrong-for-return-all'),
    hidden: [description('boolean-without-whether'), description('excess-final-period')],
  },
  {
    example: described('Shown <br/> below'),
    told: description('line-break-html-tag'),
    hidden: [description('unencoded-angle-brackets')],
  },
  {
    example: field(
      "displayName: 'Size', name: 'size', type: 'options', options: [{ name: 'Small', value: 's' }, { name: 'Small', value: 's' }], default: 's'",
    ),
    told: base('node-param-option-value-duplicate'),
    hidden: [base('node-param-option-name-duplicate')],
  },
  {
    example: field(
      "displayName: 'Limit', name: 'limit', type: 'number', typeOptions: { minValue: 1 }, default: '50', description: 'Max number of results to return'",
    ),
    told: base('node-param-default-wrong-for-limit'),
    hidden: [base('node-param-default-wrong-for-number')],
  },
  {
    example: field("displayName: 'Update fields', name: 'updateFields', type: 'collection', options: [], default: {}"),
    told: base('node-param-display-name-wrong-for-update-fields'),
    hidden: [base('node-param-display-name-miscased')],
  },
  {
    example: "export const option = { name: 'get all', value: 'getAll' };",
    told: base('node-param-option-name-wrong-for-get-many'),
    hidden: [base('node-param-display-name-miscased')],
  },
];
