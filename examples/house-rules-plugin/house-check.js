// @ts-check
import { defineCheck, jsonLocator } from 'service';

const support = 'https://support.acme.example/';

export const houseCheck = defineCheck({
  name: 'acme',
  title: 'What Acme asks of its own packages',
  modes: ['project', 'package'],
  needs: ['manifest'],
  rules: [
    {
      code: 'acme-scope',
      title: "The package is not in Acme's scope",
      severity: 'error',
      why: 'Customers trust what is published under @acme, and we can only take over what is ours.',
      fix: 'Name the package @acme/n8n-nodes-…',
      bad: '{ "name": "n8n-nodes-invoices" }',
      good: '{ "name": "@acme/n8n-nodes-invoices" }',
    },
    {
      code: 'acme-support',
      title: 'Bugs are not reported to our support',
      severity: 'warning',
      why: 'Reports elsewhere are seen by nobody who is on call.',
      fix: `Set "bugs" in package.json to an address below ${support}`,
      bad: '{ "bugs": "https://github.com/acme/invoices/issues" }',
      good: '{ "bugs": { "url": "https://support.acme.example/invoices" } }',
    },
  ],
  async *run({ files, manifest, skip }) {
    if (!manifest) return skip('there is no package.json that can be read');
    const at = jsonLocator(await files.read('package.json'));
    const { name, bugs } = manifest;
    if (typeof name !== 'string' || !name.startsWith('@acme/n8n-nodes-')) {
      yield {
        code: 'acme-scope',
        message: `"${name}" is not in the scope @acme`,
        file: 'package.json',
        ...at(['name']),
      };
    }
    const url = typeof bugs === 'object' && bugs !== null && 'url' in bugs ? bugs.url : bugs;
    if (typeof url !== 'string' || !url.startsWith(support)) {
      yield { code: 'acme-support', message: 'Bugs go somewhere else', file: 'package.json', ...at(['bugs']) };
    }
  },
});
