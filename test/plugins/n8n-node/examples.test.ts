import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findingsOf, verifyFolder } from './verify-folder.ts';

const example = (name: string) => fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));

describe('examples/passing-node', async () => {
  const verification = await verifyFolder(example('passing-node'));

  it('passes', () => {
    expect(verification).toMatchObject({ status: 'success', packageName: 'n8n-nodes-harborline' });
  });

  it.each(verification.checks.map((report) => [report.name, report] as const))(
    'gives the check %s no findings, and something to check',
    (_, report) => {
      expect(findingsOf(report)).toEqual([]);
      expect(report.message).toBeUndefined();
    },
  );
});

describe('examples/failing-node', async () => {
  const verification = await verifyFolder(example('failing-node'));
  const report = new Map(verification.checks.map((check) => [check.name, check]));

  // What works in n8n 2 alone is worth a warning, no more; and what does not load does not run.
  const failing = verification.checks.filter(({ name }) => !['compatibility', 'behaviour'].includes(name));
  it.each(failing.map(({ name }) => name))('fails the check %s', (name) => {
    expect(report.get(name)).toMatchObject({
      passed: false,
      findings: expect.arrayContaining([expect.objectContaining({ severity: 'error' })]),
    });
  });

  it.each([
    ['manifest', 'manifest-repository-not-github package.json:10:12'],
    ['manifest', '@n8n/community-nodes/require-version package.json:3:3'],
    ['dependencies', '@n8n/community-nodes/no-runtime-dependencies package.json:27:3'],
    ['structure', 'structure-declared-missing package.json:23:7'],
    ['structure', 'structure-declared-in-other-case package.json:25:21'],
    ['artifact', 'artifact-secret-file credentials/.env:2'],
    ['nodes', 'n8n-nodes-base/node-param-default-wrong-for-options nodes/Cloudpad/Cloudpad.node.ts:33:9'],
    ['credentials', '@n8n/community-nodes/credential-password-field credentials/CloudpadApi.credentials.ts:8:5'],
    ['security', '@n8n/community-nodes/no-hardcoded-secrets nodes/Cloudpad/GenericFunctions.ts:6:20'],
    ['docs', 'docs-readme-template README.md:13:1'],
    ['english', 'english-readme README.md:3'],
    ['types', 'types-error nodes/Cloudpad/Cloudpad.node.ts:75:13'],
    ['load', 'load-class-missing nodes/Cloudpad/Cloudpad.node.ts:4:8'],
    ['provenance', 'provenance-workflow-permission .github/workflows/publish.yml:6'],
    ['provenance', 'provenance-workflow-runner .github/workflows/publish.yml:6'],
  ])('%s tells of %s', (name, finding) => {
    expect(findingsOf(report.get(name) ?? expect.fail(`there is no check ${name}`))).toContain(finding);
  });

  it('reports each problem once', () => {
    const all = verification.checks.flatMap(findingsOf);
    expect(all.filter((finding, index) => all.indexOf(finding) !== index)).toEqual([]);
  });
});
