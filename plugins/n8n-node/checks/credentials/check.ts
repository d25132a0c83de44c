import type { CheckContext } from '../../../../kernel/check.ts';
import type { Observation } from '../../../../kernel/finding.ts';
import { defineCheck } from '../../../../kernel/plugin.ts';
import { docs } from '../../docs-links.ts';
import { describedPackage, notLoaded } from '../../model/descriptions/described-package.ts';
import { sourceFacts } from '../../model/sources/source-facts-service.ts';
import { observeSightings } from '../../shared-rules/described-violations.ts';
import { placedSightings } from '../located-violations.ts';
import { credentialWatchers } from './credential-violations.ts';

/** What users see of a credential, how it keeps its secrets, and what n8n makes of it. */
export const credentialsCheck = defineCheck({
  name: 'credentials',
  title: 'Credentials keep their secrets, can be tested and are put to use',
  docs: docs.credentialFiles,
  modes: ['project', 'package'],
  pure: 'built in',
  timeout: 240,
  rules: credentialWatchers.map(({ rule }) => rule),
  run: credentialObservations,
});

async function* credentialObservations(context: CheckContext): AsyncGenerator<Observation> {
  // What can't be read is the manifest check's finding.
  if (!context.manifest) return;
  const { unknown } = await context.service(describedPackage);
  for (const path of unknown) if (path.includes('.credentials.')) context.notChecked(notLoaded, path);
  const { credentials, notChecked } = await context.service(placedSightings);
  for (const { reason, what } of notChecked) context.notChecked(reason, what);
  yield* observeSightings(context, credentials());
  const { sightings } = await context.service(sourceFacts);
  for (const { code, message, file, line, column, evidence, bundled } of sightings) {
    if (code === 'credentials-test-cannot-fail' && bundled === undefined)
      yield { code, message, file, line, column, evidence };
  }
}
