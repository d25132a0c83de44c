import type { Rule } from '../../../../kernel/index.ts';

/**
 * A rule of one of n8n's plugins, in our own words. Severity is `error` by default, and `docs` links to the plugin's
 * documentation.
 *
 * `bad` and `good` are the contents of files. A line `// path/of/the/file.ts` starts a file. Without one, text that
 * starts with `{` is package.json, and other text is nodes/Acme/fields.ts. A package.json has only the relevant fields.
 */
export function n8nRule(rule: Omit<Rule, 'severity' | 'docs'> & Partial<Pick<Rule, 'severity' | 'docs'>>): Rule {
  return { severity: 'error', docs: docsOf(rule.code), onlyIn: 'sources', ...rule };
}

function docsOf(code: string): string {
  const name = code.slice(code.lastIndexOf('/') + 1);
  if (code.startsWith('@n8n/'))
    return `https://github.com/n8n-io/n8n/blob/master/packages/@n8n/eslint-plugin-community-nodes/docs/rules/${name}.md`;
  if (code.startsWith('n8n-nodes-base/'))
    return `https://github.com/ivov/eslint-plugin-n8n-nodes-base/blob/master/docs/rules/${name}.md`;
  return `https://eslint.org/docs/latest/rules/${name}`;
}
