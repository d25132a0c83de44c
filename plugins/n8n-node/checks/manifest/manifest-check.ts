import { defineCheck } from '../../../../kernel/plugin.ts';
import { docs } from '../docs-links.ts';
import { findAll } from '../finder.ts';
import { manifestSubject } from '../manifest-subject.ts';
import { duplicateKey } from './duplicate-key.ts';
import { entryRules } from './entry-rules.ts';
import { licenseRules } from './license-rules.ts';
import { publishingRules } from './publishing-rules.ts';
import { repositoryRules } from './repository-rules.ts';
import { readabilityFaults, readabilityRules } from './unreadable.ts';

const finders = [duplicateKey, ...publishingRules, ...entryRules, ...repositoryRules, ...licenseRules];

export const manifestCheck = defineCheck({
  name: 'manifest',
  title: 'package.json says what n8n and npm need to know',
  docs: docs.buildingCommunityNodes,
  modes: ['project', 'package'],
  rules: [...readabilityRules, ...finders.map(({ rule }) => rule)],
  async *run(context) {
    yield* readabilityFaults(context.files);
    const subject = await context.service(manifestSubject);
    if (subject) yield* findAll(finders, subject);
  },
});
