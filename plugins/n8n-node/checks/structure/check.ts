import { defineCheck } from '../../../../kernel/plugin.ts';
import { checkRules } from '../../check-rules.ts';
import { docs } from '../../docs-links.ts';
import { requireDeclarations } from '../../project/manifest/manifest-subject.ts';
import { documentationOf } from '../../rule.ts';
import { rules } from './rules/index.ts';
import { structureSubject } from './structure-subject.ts';

export const structureCheck = defineCheck({
  name: 'structure',
  title: 'Every declared file exists and is shipped',
  docs: docs.fileStructure,
  modes: ['project', 'package'],
  essential: true,
  cacheVersion: 'built in',
  rules: documentationOf(rules),
  async *run(context) {
    yield* checkRules(rules, await structureSubject(context));
    await requireDeclarations(context);
  },
});
