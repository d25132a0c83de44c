import { docs } from '../../../docs-links.ts';
import type { Readme } from '../../../project/readme/readme.ts';
import type { Rule } from '../../../rule.ts';

export const readmeMissing: Rule<{ readme: Readme | undefined }> = {
  code: 'docs-readme-missing',
  title: 'README is missing',
  severity: 'error',
  why: 'n8n requires a README with usage, credentials and examples. npm and n8n show it to users.',
  fix: 'Add a README.md next to package.json.',
  bad: 'package.json\nnodes/Acme/Acme.node.ts',
  good: 'package.json\nREADME.md\nnodes/Acme/Acme.node.ts',
  docs: docs.verification,
  *check({ readme }) {
    if (!readme) yield { message: 'README is missing' };
  },
};
