import { defineCheck } from '../../../../kernel/plugin.ts';
import { checkRules } from '../../check-rules.ts';
import { docs } from '../../docs-links.ts';
import { requireManifest } from '../../project/manifest/manifest-subject.ts';
import { documentationOf } from '../../rule.ts';
import { dependencyRules } from './rules/dependency-rules.ts';

export const dependenciesCheck = defineCheck({
  name: 'dependencies',
  title: 'The package needs nothing that n8n would not install',
  docs: docs.verification,
  modes: ['project', 'package'],
  cacheVersion: 'built in',
  rules: documentationOf(dependencyRules),
  async *run(context) {
    yield* checkRules(dependencyRules, await requireManifest(context));
  },
});
