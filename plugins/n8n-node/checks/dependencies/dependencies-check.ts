import { defineCheck } from '../../../../kernel/plugin.ts';
import { docs } from '../docs-links.ts';
import { findAll } from '../finder.ts';
import { requireManifest } from '../manifest-subject.ts';
import { dependencyRules } from './dependency-rules.ts';

export const dependenciesCheck = defineCheck({
  name: 'dependencies',
  title: 'The package needs nothing that n8n would not install',
  docs: docs.verification,
  modes: ['project', 'package'],
  rules: dependencyRules.map(({ rule }) => rule),
  async *run(context) {
    yield* findAll(dependencyRules, await requireManifest(context));
  },
});
