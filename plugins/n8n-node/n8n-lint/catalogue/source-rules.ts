import type { Rule } from '../../../../kernel/index.ts';
import { nodeFile } from './example-text.ts';

/** Faults that keep n8n's rules from looking at a file at all: our codes, for what ESLint gives none. */
export const sourceRules: readonly Rule[] = [
  {
    code: 'source-syntax',
    title: 'A source file does not parse',
    severity: 'error',
    why: 'Nothing in it can be checked, and it neither compiles nor loads.',
    fix: 'Correct the syntax at that place.',
    bad: 'export const note = ;',
    good: "export const note = '';",
    docs: 'https://typescript-eslint.io/packages/parser',
  },
  {
    code: 'source-unlintable',
    title: "n8n's linter cannot look at a file",
    severity: 'error',
    why: "n8n's own scan breaks off at such a file and refuses the package.",
    fix: 'Simplify what the message names; very large or generated files do not belong among the sources.',
    bad: nodeFile({ credentials: '[acmeCredential]' }),
    good: nodeFile({ credentials: "[{ name: 'acmeApi', required: true }]" }),
    docs: 'https://www.npmjs.com/package/@n8n/scan-community-package',
  },
];
