import type { Rule } from '../../../../kernel/index.ts';
import { n8nRule } from './n8n-rule.ts';

/** What code of a community node must keep away from, in its sources and in what is published. */
export const securityRules: readonly Rule[] = [
  n8nRule({
    code: '@n8n/community-nodes/no-restricted-imports',
    title: 'A module is imported that n8n Cloud does not have',
    why: 'On n8n Cloud a node gets a handful of modules and its own files; anything else fails when the node is loaded, or gives it access that it must not have.',
    fix: "Use n8n's helpers, or one of the modules that n8n provides (n8n-workflow, lodash, luxon, moment, p-limit, zod, crypto).",
    bad: "import { readFileSync } from 'node:fs';\nexport const text = readFileSync('orders.csv', 'utf8');",
    good: "import { createHash } from 'node:crypto';\nexport const hash = createHash('sha256');",
  }),
  n8nRule({
    code: '@n8n/community-nodes/no-restricted-globals',
    title: 'A global is used that nodes must not touch',
    why: 'The process, its environment variables and timers belong to the n8n server and to every workflow that runs on it.',
    fix: 'Take settings from credentials or parameters; wait with `sleep` of n8n-workflow.',
    bad: 'export const key = process.env.ACME_KEY;',
    good: 'export const key = (settings: { process: string }) => settings.process;',
  }),
  n8nRule({
    code: '@n8n/community-nodes/no-dangerous-functions',
    title: 'Text is run as code, or a program is started',
    why: 'Data of a workflow that reaches such a call runs on the n8n server with its rights.',
    fix: 'Parse data as data, and leave starting programs out of the node.',
    bad: 'export const total = (formula: string) => eval(formula);',
    good: 'export const total = (prices: number[]) => prices.reduce((sum, price) => sum + price, 0);',
  }),
  n8nRule({
    code: '@n8n/community-nodes/no-hardcoded-secrets',
    title: 'A secret seems to stand in the source',
    why: "Whoever installs the package, or looks at it in the registry, can read and use it; a published one can't be taken back.",
    fix: 'Revoke it, and ask the user for one in a credential. If it is no secret, give the name a word that does not say so.',
    bad: "export const apiKey = 'sk4f9a8b7c6d5e4f3a2b1c';",
    good: "export const apiKey = '<your key>';",
  }),
  n8nRule({
    code: 'no-console',
    title: 'Something is printed with console',
    why: 'It goes to the log of the n8n server, which the author of the workflow never sees, often with data of the workflow in it.',
    fix: "Remove it, or use the node's logger (this.logger).",
    bad: 'export function sent(count: number) { console.log(count); }',
    good: 'export function sent(logger: { info(text: string): void }, count: number) { logger.info(String(count)); }',
  }),
];
