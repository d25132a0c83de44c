import { describe, expect, it } from 'vitest';
import type { Check } from '../../../kernel/check.ts';
import type { Observation, Rule } from '../../../kernel/finding.ts';
import { artifactCheck } from '../../../plugins/n8n-node/checks/artifact/check.ts';
import { docsCheck } from '../../../plugins/n8n-node/checks/docs/check.ts';
import { englishCheck } from '../../../plugins/n8n-node/checks/english/check.ts';
import { securityCheck } from '../../../plugins/n8n-node/checks/security/check.ts';
import { contentsOf, openProject } from './project-on-disk.ts';
import { eachTemplate, filesOfN8n, isOfNodes, judged, nodeCli, realPackages, withPackage } from './real-packages.ts';

const checks: readonly Check[] = [artifactCheck, securityCheck, docsCheck, englishCheck];
async function found(folder: string, mode: 'project' | 'package'): Promise<Observation[]> {
  await using project = await openProject(await contentsOf(folder), { mode });
  const all: Observation[] = [];
  for (const check of checks) all.push(...(await project.run(check)).findings);
  return all;
}

const asListed = (findings: readonly Observation[]) =>
  findings.map(({ code, file = '' }) => `\`${code}\` ${file}`.trim()).sort();

describe('every finding on a real package is judged in docs/findings-on-real-packages.md', () => {
  it.each(realPackages)('%s', async (reference) => {
    await withPackage(reference, async (folder) => {
      expect(asListed(await found(folder, 'package'))).toEqual(await judged(reference));
    });
  });

  it(`the templates of ${nodeCli}`, async () => {
    const all: string[] = [];
    await eachTemplate(async (folder, name) => {
      const findings = asListed(await found(folder, 'project'));
      all.push(...findings.map((finding) => `${finding} of ${name.replace(/\/template$/, '')}`));
    });
    expect(all.sort()).toEqual(await judged(`The templates of ${nodeCli}`));
  });
});

it("raises errors of ours on fewer than 1 in 50 of n8n's own nodes", async () => {
  const wanted = (file: string) => isOfNodes(file) && /\.js$|^(package\.json|README\.md)$/.test(file);
  const contents = await filesOfN8n('n8n-nodes-base', wanted);
  await using project = await openProject(contents, { mode: 'package' });
  const { findings } = await project.run(securityCheck);
  const severities = new Map(securityCheck.rules.map(({ code, severity }: Rule) => [code, severity]));
  const errors = findings.filter(({ code, severity = severities.get(code) }) => severity === 'error');
  const nodes = project.context.files.list().filter((file) => file.endsWith('.node.js'));
  expect(nodes.length).toBeGreaterThan(400);
  expect(new Set(errors.map(({ file }) => file)).size).toBeLessThan(nodes.length / 50);
  expect(asListed(errors)).toEqual(await judged('n8n-nodes-base'));
});
