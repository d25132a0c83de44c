import type { Rule } from '../../../../kernel/index.ts';

/**
 * A rule of one of n8n's plugins, told in our own words. An error unless it says otherwise; documented where the
 * plugin documents it.
 *
 * `bad` and `good` are texts of files. A line `// path/of/the/file.ts` begins a file; without one, text that begins
 * with `{` is package.json, and other text is nodes/Acme/fields.ts. A package.json shows only the fields in question.
 */
export function n8nRule(rule: Omit<Rule, 'severity' | 'docs'> & Partial<Pick<Rule, 'severity' | 'docs'>>): Rule {
  return { severity: 'error', docs: docsOf(rule.code), ...rule };
}

function docsOf(code: string): string {
  const name = code.slice(code.lastIndexOf('/') + 1);
  if (code.startsWith('@n8n/'))
    return `https://github.com/n8n-io/n8n/blob/master/packages/@n8n/eslint-plugin-community-nodes/docs/rules/${name}.md`;
  if (code.startsWith('n8n-nodes-base/'))
    return `https://github.com/ivov/eslint-plugin-n8n-nodes-base/blob/master/docs/rules/${name}.md`;
  return `https://eslint.org/docs/latest/rules/${name}`;
}
