import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Mode } from '../../../../kernel/index.ts';
import { nextRulesetKit } from '../../../../plugins/n8n-node/n8n/shipped-kits.ts';
import { lintGroups, lintRules } from '../../../../plugins/n8n-node/n8n-lint/catalogue/lint-rules.ts';
import { addedRules } from '../../../../plugins/n8n-node/n8n-lint/catalogue/next-ruleset.ts';
import { installKit } from '../../../../runner/kits/install-kit.ts';
import { eachTemplate, realPackages, withPackage } from '../real-packages.ts';
import { giveGateRulesOf, officialAnalysis, ourAnalysis } from './engine/both-analyses.ts';
import { exampleProject } from './engine/example-project.ts';
import { withProject } from './engine/project-folder.ts';

const rules = lintGroups.flatMap(lintRules);

describe('with the kit of the next ruleset the findings are those of the gate with its rules', () => {
  let kit = '';
  beforeAll(async () => {
    kit = await installKit(nextRulesetKit);
    await giveGateRulesOf(kit);
  });

  async function expectSame(folder: string, mode: Mode): Promise<string[]> {
    const { findings } = await ourAnalysis(folder, mode, kit);
    expect(findings).toEqual((await officialAnalysis(folder, mode)).findings);
    return findings.map(({ code }) => code);
  }

  it('on examples/failing-node', async () => {
    const folder = fileURLToPath(new URL('../../../../examples/failing-node', import.meta.url));
    expect(await expectSame(folder, 'project')).not.toEqual([]);
  });

  it.each(addedRules())('on the example of $code, which it adds', async (rule) => {
    await withProject(exampleProject(rule, 'bad'), async (folder) => {
      expect(await expectSame(folder, 'project')).toContain(rule.code);
    });
  });

  // On that of the other one, the gate breaks off.
  it.each(rules.filter(({ code }) => code !== 'source-unlintable'))('on the example of $code', async (rule) => {
    await withProject(exampleProject(rule, 'bad'), (folder) => expectSame(folder, 'project'));
  });

  it('on every template', async () => {
    await eachTemplate(async (project) => void (await expectSame(project, 'project')));
  });

  it.each(realPackages)('on the package %s', async (reference) => {
    await withPackage(reference, (folder) => expectSame(folder, 'package'));
  });
});
