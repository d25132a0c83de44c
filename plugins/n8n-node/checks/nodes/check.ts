import type { CheckContext } from '../../../../kernel/check.ts';
import type { Observation } from '../../../../kernel/finding.ts';
import { defineCheck } from '../../../../kernel/plugin.ts';
import { docs } from '../../docs-links.ts';
import { reachedFiles } from '../../follow/reached-files.ts';
import { describedPackage, notLoaded } from '../../model/descriptions/described-package.ts';
import { sourceFacts } from '../../model/sources/source-facts-service.ts';
import { observeSightings } from '../../shared-rules/described-violations.ts';
import { placedSightings } from '../located-violations.ts';
import { nodeWatchers } from './node-violations.ts';
import { askRules, unknownAsks } from './rules/ask-rules.ts';

/** What users see of a node, and what n8n makes of it. */
export const nodesCheck = defineCheck({
  name: 'nodes',
  title: "Nodes work as they describe themselves, and follow n8n's conventions",
  docs: docs.userInterface,
  modes: ['project', 'package'],
  pure: 'built in',
  timeout: 240,
  rules: [...nodeWatchers.map(({ rule }) => rule), ...askRules],
  run: nodeObservations,
});

async function* nodeObservations(context: CheckContext): AsyncGenerator<Observation> {
  // What can't be read is the manifest check's finding.
  if (!context.manifest) return;
  const all = await context.service(describedPackage);
  for (const path of all.unknown) if (!path.includes('.credentials.')) context.notChecked(notLoaded, path);
  const { nodes, notChecked } = await context.service(placedSightings);
  for (const { reason, what } of notChecked) context.notChecked(reason, what);
  yield* observeSightings(context, nodes());
  const { asks, sightings } = await context.service(sourceFacts);
  const reached = await context.service(reachedFiles);
  // What nothing imports is asked of nobody.
  const isReached = ({ file }: { file: string }) => reached === undefined || reached.has(file);
  yield* unknownAsks(asks.filter(isReached), all);
  for (const { code, message, file, line, column, evidence, bundled } of sightings) {
    if (code === 'nodes-webhook-not-registered' && bundled === undefined && isReached({ file }))
      yield { code, message, file, line, column, evidence };
  }
}
