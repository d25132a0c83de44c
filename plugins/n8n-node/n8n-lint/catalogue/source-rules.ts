import type { Rule } from '../../../../kernel/index.ts';
import { nodeFile } from './example-text.ts';

/** Faults that prevent n8n's rules from checking a file. ESLint has no codes for them, so these are ours. */
export const sourceRules: readonly Rule[] = [
  {
    code: 'source-syntax',
    title: 'Source file has a syntax error',
    severity: 'error',
    why: 'The file cannot be checked, compiled or loaded.',
    fix: 'Fix the syntax error at the reported position.',
    bad: 'export const note = ;',
    good: "export const note = '';",
    docs: 'https://typescript-eslint.io/packages/parser',
    essential: true,
  },
  {
    code: 'source-unlintable',
    title: "n8n's linter fails on a file",
    severity: 'error',
    why: "n8n's own scan stops at this file and rejects the package.",
    fix: 'If a rule fails, write the code that it checks without spread elements or computed values. Move very large or generated files out of the sources.',
    bad: nodeFile({ credentials: '[acmeCredential]' }),
    good: nodeFile({ credentials: "[{ name: 'acmeApi', required: true }]" }),
    docs: 'https://www.npmjs.com/package/@n8n/scan-community-package',
  },
];
