import { describe, expect, it } from 'vitest';
import { lintGroups, lintRules } from '../../../../../plugins/n8n-node/n8n-lint/catalogue/lint-rules.ts';
import { oncePerFault } from '../../../../../plugins/n8n-node/n8n-lint/engine/dedupe.ts';
import { officialAnalysis, ourAnalysis } from '../engine/both-analyses.ts';
import { exampleProject, soundProject } from '../engine/example-project.ts';
import { withProject } from '../engine/project-folder.ts';

const rules = lintGroups.flatMap(lintRules);

describe('the rules of the linter', () => {
  it('belong to one group each', () => {
    expect(rules.map(({ code }) => code)).toEqual([...new Set(rules.map(({ code }) => code))]);
  });

  it('find nothing in a sound project', async () => {
    await withProject(soundProject, async (folder) => {
      expect((await ourAnalysis(folder, 'project')).findings).toEqual([]);
    });
  });
});

describe.each(rules)('$code', (rule) => {
  it('is raised by its bad example, alone, and there by the gate of n8n as well', async () => {
    await withProject(exampleProject(rule, 'bad'), async (folder) => {
      const ours = await ourAnalysis(folder, 'project');
      expect(new Set(oncePerFault(ours.findings).map(({ code }) => code))).toEqual(new Set([rule.code]));
      // There the gate breaks off and says nothing else.
      if (rule.code === 'source-unlintable') return expect(officialAnalysis(folder, 'project')).rejects.toThrow();
      expect(ours).toEqual(await officialAnalysis(folder, 'project'));
    });
  });

  it('is not raised by its good example, nor is anything else', async () => {
    await withProject(exampleProject(rule, 'good'), async (folder) => {
      expect((await ourAnalysis(folder, 'project')).findings).toEqual([]);
    });
  });
});
