import communityNodes from '@n8n/eslint-plugin-community-nodes';
import type { Linter } from 'eslint';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import { scopes, severities } from '../catalogue/ruleset.ts';

/**
 * The ruleset as a configuration of ESLint, with n8n's own plugins.
 * @param parser of TypeScript and JSON
 */
export function flatConfig(parser: Linter.Parser): Linter.Config[] {
  return [
    { plugins: { '@n8n/community-nodes': communityNodes, 'n8n-nodes-base': nodesBase } },
    ...scopes.map(({ prefix, files, ignores }) => ({
      ...(files && { files: [...files] }),
      ...(ignores && { ignores: [...ignores] }),
      rules: rulesWith(prefix),
    })),
    // Both plugins walk the tree of TypeScript's parser; JSON is an expression to it.
    { files: ['**/*.json', '**/*.ts'], languageOptions: { parser } },
  ];
}

function rulesWith(prefix: string): Linter.RulesRecord {
  const inScope = [...severities].filter(([code]) => code.startsWith(prefix));
  return Object.fromEntries(inScope.map(([code, severity]) => [code, severity === 'error' ? 'error' : 'warn']));
}
