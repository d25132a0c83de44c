/**
 * Active rules that report a problem only together with another rule, mostly of n8n's other plugin, and the rule that is
 * reported. They run, because n8n runs them, but are not in the catalogue.
 * Based on the source of both rules: a violation of one violates the other in the same file.
 */
export const mergedRules: Readonly<Record<string, string>> = {
  ...into('@n8n/community-nodes/valid-author', [
    'n8n-nodes-base/community-package-json-author-missing',
    'n8n-nodes-base/community-package-json-author-name-still-default',
    'n8n-nodes-base/community-package-json-author-email-still-default',
  ]),
  ...into('@n8n/community-nodes/valid-description', [
    'n8n-nodes-base/community-package-json-description-missing',
    'n8n-nodes-base/community-package-json-description-still-default',
  ]),
  ...into('@n8n/community-nodes/package-name-convention', [
    'n8n-nodes-base/community-package-json-name-missing',
    'n8n-nodes-base/community-package-json-name-still-default',
  ]),
  ...into('@n8n/community-nodes/require-version', ['n8n-nodes-base/community-package-json-version-missing']),
  ...into('@n8n/community-nodes/no-template-placeholders', [
    'n8n-nodes-base/community-package-json-repository-url-still-default',
  ]),
  ...into('@n8n/community-nodes/n8n-object-validation', [
    'n8n-nodes-base/community-package-json-n8n-missing',
    'n8n-nodes-base/community-package-json-n8n-api-version-missing',
    'n8n-nodes-base/community-package-json-n8n-api-version-not-number',
    'n8n-nodes-base/community-package-json-n8n-nodes-missing',
    'n8n-nodes-base/community-package-json-n8n-nodes-empty',
  ]),
  ...into('@n8n/community-nodes/no-credential-reuse', ['@n8n/community-nodes/valid-credential-references']),
  ...into('@n8n/community-nodes/cred-class-oauth2-naming', ['n8n-nodes-base/cred-class-name-missing-oauth2-suffix']),
};

function into(kept: string, merged: readonly string[]): Record<string, string> {
  return Object.fromEntries(merged.map((code) => [code, kept]));
}
