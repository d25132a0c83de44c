import type { Rule } from '../../../../kernel/index.ts';
import { n8nRule } from './n8n-rule.ts';

/** n8n's rules about what the code of a community node must not do. */
export const securityRules: readonly Rule[] = [
  n8nRule({
    code: '@n8n/community-nodes/no-restricted-imports',
    title: 'Imported module is not available on n8n Cloud',
    why: 'On n8n Cloud, a node can import only a few modules and its own files. Other imports fail when the node is loaded, or give it access that it must not have.',
    fix: 'Use the helpers of n8n, or one of its modules: n8n-workflow, lodash, luxon, moment, p-limit, zod, crypto.',
    bad: "import { readFileSync } from 'node:fs';\nexport const text = readFileSync('orders.csv', 'utf8');",
    good: "import { createHash } from 'node:crypto';\nexport const hash = createHash('sha256');",
  }),
  n8nRule({
    code: '@n8n/community-nodes/no-restricted-globals',
    title: 'Restricted global',
    why: 'The process, its environment variables and timers belong to the n8n server and affect every workflow on it.',
    fix: 'Read settings from credentials or parameters, and use `sleep` of n8n-workflow to wait.',
    bad: 'export const key = process.env.ACME_KEY;',
    good: 'export const key = (settings: { process: string }) => settings.process;',
  }),
  n8nRule({
    code: '@n8n/community-nodes/no-dangerous-functions',
    title: 'Text is evaluated as code, or a process is started',
    why: 'Workflow data that reaches such a call runs on the n8n server with its permissions.',
    fix: 'Use a parser for data, and do not start processes.',
    bad: 'export const total = (formula: string) => eval(formula);',
    good: 'export const total = (prices: number[]) => prices.reduce((sum, price) => sum + price, 0);',
  }),
  n8nRule({
    code: '@n8n/community-nodes/no-hardcoded-secrets',
    title: 'Possible secret in the source code',
    why: 'Everyone who installs the package, or views it in the registry, can read and use the secret, even after you remove it.',
    fix: 'Revoke the secret, and let users enter their own in a credential. If it is not a secret, rename the variable.',
    bad: "export const apiKey = 'sk4f9a8b7c6d5e4f3a2b1c';",
    good: "export const apiKey = '<your key>';",
  }),
  n8nRule({
    code: 'no-console',
    title: 'Unexpected console statement',
    why: 'The output goes to the log of the n8n server, which users of the workflow do not see, and often contains workflow data.',
    fix: 'Remove the statement, or use this.logger.',
    bad: 'export function sent(count: number) { console.log(count); }',
    good: 'export function sent(logger: { info(text: string): void }, count: number) { logger.info(String(count)); }',
  }),
];
