import type { CheckContext } from '../../../../kernel/check.ts';
import type { Observation } from '../../../../kernel/finding.ts';
import { defineCheck } from '../../../../kernel/plugin.ts';
import { docs } from '../../docs-links.ts';
import { manifestSubject } from '../../project/manifest/manifest-subject.ts';
import { findAll } from '../finder.ts';
import { duplicateKey } from './rules/duplicate-key.ts';
import { entryRules } from './rules/entry-rules.ts';
import { installRules } from './rules/install-rules.ts';
import { licenseRules } from './rules/license-rules.ts';
import { readabilityFaults, readabilityRules } from './rules/parse-rules.ts';
import { publishingRules } from './rules/publishing-rules.ts';
import { repositoryRules } from './rules/repository-rules.ts';
import { templateRules } from './rules/template-rules.ts';

const finders = [
  duplicateKey,
  ...publishingRules,
  ...installRules,
  ...entryRules,
  ...repositoryRules,
  ...templateRules,
  ...licenseRules,
];

/** The rules of our own; those of n8n's lint come on top. */
export const manifestRules = [...readabilityRules, ...finders.map(({ rule }) => rule)];

export async function* ownManifestObservations(context: CheckContext): AsyncGenerator<Observation> {
  yield* readabilityFaults(context.files);
  const subject = await context.service(manifestSubject);
  if (subject) yield* findAll(finders, subject);
}

export const manifestCheck = defineCheck({
  name: 'manifest',
  title: 'package.json says what n8n and npm need to know',
  docs: docs.buildingCommunityNodes,
  modes: ['project', 'package'],
  pure: 'built in',
  rules: manifestRules,
  run: ownManifestObservations,
});
