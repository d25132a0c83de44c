// @ts-check
import { defineCheck, jsonLocator } from 'verify-service';

const support = 'https://support.acme.example/';

export const houseCheck = defineCheck({
  name: 'acme',
  title: 'House rules of Acme',
  modes: ['project', 'package'],
  needs: ['manifest'],
  rules: [
    {
      code: 'acme-scope',
      title: 'The package is not in the scope @acme',
      severity: 'error',
      why: 'Customers trust packages in the scope @acme, and we can only manage packages in our own scope.',
      fix: 'Name the package @acme/n8n-nodes-…',
      bad: '{ "name": "n8n-nodes-invoices" }',
      good: '{ "name": "@acme/n8n-nodes-invoices" }',
    },
    {
      code: 'acme-support',
      title: '`bugs` is not our support',
      severity: 'warning',
      why: 'Our on-call team does not see bug reports elsewhere.',
      fix: `Set "bugs" in package.json to a URL that starts with ${support}`,
      bad: '{ "bugs": "https://github.com/acme/invoices/issues" }',
      good: '{ "bugs": { "url": "https://support.acme.example/invoices" } }',
    },
  ],
  async *run({ files, manifest, skip }) {
    if (!manifest) return skip('package.json is missing or not readable');
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
      yield { code: 'acme-support', message: '`bugs` is not our support', file: 'package.json', ...at(['bugs']) };
    }
  },
});
