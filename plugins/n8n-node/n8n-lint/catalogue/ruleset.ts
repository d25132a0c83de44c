import type { Severity } from '../../../../kernel/index.ts';
import { lintGroups, lintRules } from './lint-rules.ts';
import { mergedRules } from './merged-rules.ts';

/** The active rules and their files: the name changes with either. */
export const ruleset = 'n8n-2026-11';

/**
 * The active rules of n8n with their severities: those of the catalogue and those merged into them. A test compares them
 * with the gate.
 * Source: @n8n/scan-community-package 0.32, scanner/scanner.mjs (`buildScanConfig`)
 */
export const severities: ReadonlyMap<string, Severity> = new Map([
  ...lintGroups
    .flatMap(lintRules)
    .filter(({ code }) => !code.startsWith('source-'))
    .map(({ code, severity }): [string, Severity] => [code, severity]),
  ...Object.keys(mergedRules).map((code): [string, Severity] => [code, 'error']),
]);

/** The files that rules with a prefix check. */
interface Scope {
  prefix: string;
  /** ESLint globs relative to the project. Every file by default. */
  files?: readonly string[];
  ignores?: readonly string[];
  /** The same as a pattern for paths relative to the project. */
  sees?: RegExp;
}

export const scopes: readonly Scope[] = [
  { prefix: 'no-console' },
  {
    prefix: '@n8n/community-nodes/',
    ignores: ['eslint.config.{js,mjs,ts,mts}'],
    sees: /^(?!eslint\.config\.m?[jt]s$)/,
  },
  { prefix: 'n8n-nodes-base/community-package-json-', files: ['package.json'], sees: /^package\.json$/ },
  { prefix: 'n8n-nodes-base/cred-', files: ['**/credentials/**/*.ts'], sees: /(^|\/)credentials\/.*\.ts$/ },
  { prefix: 'n8n-nodes-base/node-', files: ['**/nodes/**/*.ts'], sees: /(^|\/)nodes\/.*\.ts$/ },
];
