import type { CheckContext } from '../../../../kernel/check.ts';
import type { Observation } from '../../../../kernel/finding.ts';
import { defineCheck } from '../../../../kernel/plugin.ts';
import { docs } from '../../docs-links.ts';
import { requireManifest } from '../../project/manifest/manifest-subject.ts';
import { findAll } from '../finder.ts';
import { dependencyFinders } from './rules/dependency-rules.ts';

/** The rules of our own; those of n8n's lint come on top. */
export const dependencyRules = dependencyFinders.map(({ rule }) => rule);

export async function* ownDependencyObservations(context: CheckContext): AsyncGenerator<Observation> {
  yield* findAll(dependencyFinders, await requireManifest(context));
}

export const dependenciesCheck = defineCheck({
  name: 'dependencies',
  title: 'The package needs nothing that n8n would not install',
  docs: docs.verification,
  modes: ['project', 'package'],
  pure: 'built in',
  rules: dependencyRules,
  run: ownDependencyObservations,
});
