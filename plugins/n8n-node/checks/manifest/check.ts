import { defineCheck } from '../../../../kernel/plugin.ts';
import { checkRules } from '../../check-rules.ts';
import { docs } from '../../docs-links.ts';
import { manifestSubject } from '../../project/manifest/manifest-subject.ts';
import { isForeign } from '../../project/manifest/shows-n8n.ts';
import { documentationOf } from '../../rule.ts';
import { rules } from './rules/index.ts';
import { notForN8n } from './rules/not-for-n8n.ts';
import { parseRules, parseViolations } from './rules/parse-rules.ts';

export const manifestCheck = defineCheck({
  name: 'manifest',
  title: 'package.json has what npm and n8n require',
  docs: docs.buildingCommunityNodes,
  modes: ['project', 'package'],
  cacheVersion: 'built in',
  rules: documentationOf([...parseRules, notForN8n, ...rules]),
  async *run(context) {
    yield* parseViolations(context.files);
    const subject = await context.service(manifestSubject);
    const isOther = await context.service(isForeign);
    if (subject) yield* checkRules(isOther ? [notForN8n] : rules, subject);
  },
});
