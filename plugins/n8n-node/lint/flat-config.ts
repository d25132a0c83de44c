import communityNodes from '@n8n/eslint-plugin-community-nodes';
import * as parser from '@typescript-eslint/parser';
import type { Linter } from 'eslint';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import { ruleLists } from './ruleset.ts';

/** The ruleset as a configuration of ESLint, with n8n's own plugins. */
export function flatConfig(): Linter.Config[] {
  return [
    { plugins: { '@n8n/community-nodes': communityNodes, 'n8n-nodes-base': nodesBase } },
    ...ruleLists.map(({ plugin, files, severity, names }) => ({
      ...(files && { files: [...files] }),
      // The rules of this plugin leave ESLint's own configuration alone.
      ...(plugin === '@n8n/community-nodes/' && { ignores: ['eslint.config.{js,mjs,ts,mts}'] }),
      rules: Object.fromEntries(names.map((name) => [plugin + name, eslintSeverity[severity]])),
    })),
    // Both plugins walk the tree of TypeScript's parser; JSON is an expression to it.
    { files: ['**/*.json', '**/*.ts'], languageOptions: { parser } },
  ];
}

const eslintSeverity = { error: 'error', warning: 'warn' } as const;
