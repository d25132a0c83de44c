import type { Linter } from 'eslint';
import { scopes } from '../catalogue/ruleset.ts';
import { communityNodes, nodesBase } from './lint-packages.ts';
import { severitiesInForce } from './severities-in-force.ts';

/**
 * The ruleset as ESLint configuration, with n8n's own plugins.
 * @param parser of TypeScript and JSON
 */
export function flatConfig(parser: Linter.Parser): Linter.Config[] {
  return [
    { plugins: { '@n8n/community-nodes': communityNodes(), 'n8n-nodes-base': nodesBase() } },
    ...scopes.map(({ prefix, files, ignores }) => ({
      ...(files && { files: [...files] }),
      ...(ignores && { ignores: [...ignores] }),
      rules: rulesWith(prefix),
    })),
    // Both plugins expect the tree of TypeScript's parser; JSON is parsed as an expression.
    { files: ['**/*.json', '**/*.ts'], languageOptions: { parser } },
  ];
}

function rulesWith(prefix: string): Linter.RulesRecord {
  const inScope = severitiesInForce().filter(([code]) => code.startsWith(prefix));
  return Object.fromEntries(inScope.map(([code, severity]) => [code, severity === 'error' ? 'error' : 'warn']));
}
