import type { CheckContext } from '../../../../kernel/check.ts';
import type { Observation } from '../../../../kernel/finding.ts';
import { defineCheck } from '../../../../kernel/plugin.ts';
import { docs } from '../../docs-links.ts';
import { describedPackage } from '../../model/descriptions/described-package.ts';
import { sourceFacts } from '../../model/sources/source-facts-service.ts';
import { observationOf } from '../../model/sources/source-observation.ts';
import { documentationOf } from '../../rule.ts';
import { observeDescribed } from '../../shared-rules/described-violations.ts';
import { credentialFindings, credentialRules } from './credential-violations.ts';
import { testMethodCannotFail } from './rules/test-cannot-fail.ts';

/** What a credential shows, how it stores secrets, and whether n8n can use it. */
export const credentialsCheck = defineCheck({
  name: 'credentials',
  title: 'Credentials hide their secrets, can be tested and are used by nodes',
  docs: docs.credentialFiles,
  modes: ['project', 'package'],
  cacheVersion: 'built in',
  timeout: 240,
  rules: documentationOf(credentialRules),
  run: credentialObservations,
});

async function* credentialObservations(context: CheckContext): AsyncGenerator<Observation> {
  // The check `manifest` reports a manifest that cannot be read.
  if (!context.manifest) return;
  const all = await context.service(describedPackage);
  for (const { path, why } of all.unknown) if (path.includes('.credentials.')) context.notChecked(why, path);
  for (const { reason, what } of all.notChecked) context.notChecked(reason, what);
  yield* observeDescribed(context, await context.service(credentialFindings));
  const { violations } = await context.service(sourceFacts);
  for (const violation of violations) {
    const { code, bundled } = violation;
    if (code === testMethodCannotFail.code && bundled === undefined) yield observationOf(violation);
  }
}
