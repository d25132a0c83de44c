import { defineCheck } from '../../../../kernel/plugin.ts';
import { checkRules } from '../../check-rules.ts';
import { docs } from '../../docs-links.ts';
import { manifestSubject } from '../../project/manifest/manifest-subject.ts';
import { documentationOf } from '../../rule.ts';
import { duplicateKey } from './rules/duplicate-key.ts';
import { entryRules } from './rules/entry-rules.ts';
import { installRules } from './rules/install-rules.ts';
import { licenseRules } from './rules/license-rules.ts';
import { parseRules, parseViolations } from './rules/parse-rules.ts';
import { publishingRules } from './rules/publishing-rules.ts';
import { repositoryRules } from './rules/repository-rules.ts';
import { templateRules } from './rules/template-rules.ts';

const rules = [
  duplicateKey,
  ...publishingRules,
  ...installRules,
  ...entryRules,
  ...repositoryRules,
  ...templateRules,
  ...licenseRules,
];

export const manifestCheck = defineCheck({
  name: 'manifest',
  title: 'package.json has what npm and n8n require',
  docs: docs.buildingCommunityNodes,
  modes: ['project', 'package'],
  cacheVersion: 'built in',
  rules: documentationOf([...parseRules, ...rules]),
  async *run(context) {
    yield* parseViolations(context.files);
    const subject = await context.service(manifestSubject);
    if (subject) yield* checkRules(rules, subject);
  },
});
