import type { CheckContext } from '../../../kernel/check.ts';
import type { Observation } from '../../../kernel/finding.ts';
import { defineCheck } from '../../../kernel/plugin.ts';
import { docs } from '../checks/docs-links.ts';
import { describedPackage } from '../described/described-package.ts';
import { observeSightings } from '../described/observe-sightings.ts';
import { placedSightings } from '../described/placed-sightings.ts';
import { nodeWatchers } from './node-sightings.ts';

/** What users see of a node, and what n8n makes of it. */
export const nodesCheck = defineCheck({
  name: 'nodes',
  title: "Nodes work as they describe themselves, and follow n8n's conventions",
  docs: docs.userInterface,
  modes: ['project', 'package'],
  pure: 'built in',
  timeout: 120,
  rules: nodeWatchers.map(({ rule }) => rule),
  run: nodeObservations,
});

async function* nodeObservations(context: CheckContext): AsyncGenerator<Observation> {
  // What can't be read is the manifest check's finding.
  if (!context.manifest) return;
  const all = await context.service(describedPackage);
  if (all.unknown.length > 0) context.log(`nothing is known of ${all.unknown.length} declared files that did not load`);
  const { nodes } = await context.service(placedSightings);
  yield* observeSightings(context, nodes());
}
