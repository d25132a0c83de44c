/** Rules whose fix changes names that other files and saved workflows use, or invents a value: the author must decide. */
export const unsafeEdits: ReadonlySet<string> = new Set([
  '@n8n/community-nodes/cred-class-oauth2-naming',
  '@n8n/community-nodes/credential-documentation-url',
  'n8n-nodes-base/cred-class-field-documentation-url-missing',
  'n8n-nodes-base/cred-class-field-name-unsuffixed',
  'n8n-nodes-base/cred-class-field-name-uppercase-first-char',
  'n8n-nodes-base/cred-class-name-unsuffixed',
  'n8n-nodes-base/node-class-description-credentials-name-unsuffixed',
  'n8n-nodes-base/node-class-description-name-miscased',
  'n8n-nodes-base/node-class-description-name-unsuffixed-trigger-node',
  'n8n-nodes-base/node-param-default-wrong-for-options',
  'n8n-nodes-base/node-param-name-untrimmed',
  'n8n-nodes-base/node-param-option-name-duplicate',
  'n8n-nodes-base/node-param-option-value-duplicate',
  'n8n-nodes-base/node-param-resource-with-plural-option',
]);
