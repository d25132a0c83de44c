import type { CheckContext, Observation } from '../../../../kernel/index.ts';
import { defineCheck } from '../../../../kernel/plugin.ts';
import { docs } from '../../docs-links.ts';
import { reachedFiles } from '../../follow/reached-files.ts';
import { scriptReach } from '../../follow/script-reach.ts';
import { describedPackage } from '../../model/descriptions/described-package.ts';
import { sourceFacts } from '../../model/sources/source-facts-service.ts';
import { observationOf } from '../../model/sources/source-observation.ts';
import { oncePerKind } from '../../once-per-kind.ts';
import { readme } from '../../project/readme/readme.ts';
import { documentationOf } from '../../rule.ts';
import { observeDescribed } from '../../shared-rules/described-violations.ts';
import { nodeFindings, nodeRules } from './node-violations.ts';
import { reachedAsks } from './reached-asks.ts';
import { askRules } from './rules/ask-rules.ts';
import { sourceRules } from './rules/source-rules.ts';
import { isEnteredByHand, tellsToEnterUrl, webhookNotRegistered } from './rules/webhook-not-registered.ts';
import { setsResponseCode, webhookStatusInBody } from './rules/webhook-status-in-body.ts';

const sourceCodes = new Set(sourceRules.map(({ code }) => code));

/** What a node shows to users, and whether n8n can run it. */
export const nodesCheck = defineCheck({
  name: 'nodes',
  title: "Nodes do what they describe and follow n8n's conventions",
  docs: docs.userInterface,
  modes: ['project', 'package'],
  cacheVersion: 'built in',
  timeout: 240,
  rules: documentationOf([...nodeRules, ...askRules, ...sourceRules]),
  run: nodeObservations,
});

async function* nodeObservations(context: CheckContext): AsyncGenerator<Observation> {
  // The check `manifest` reports a manifest that cannot be read.
  if (!context.manifest) return;
  const all = await context.service(describedPackage);
  for (const { path, why } of all.unknown) if (!path.includes('.credentials.')) context.notChecked(why, path);
  for (const { reason, what } of all.notChecked) context.notChecked(reason, what);
  const { unknown } = await context.service(reachedAsks);
  const { violations } = await context.service(sourceFacts);
  const reached = await context.service(reachedFiles);
  yield* observeDescribed(context, await context.service(nodeFindings));
  yield* oncePerKind(unknown, ({ code, severity, file, message }) => [code, severity, file, message].join(' '));
  for (const violation of violations) {
    const { code, bundled } = violation;
    if (!sourceCodes.has(code) || bundled !== undefined) continue;
    // A file that nothing imports never runs.
    if (reached?.has(violation.file) === false) continue;
    const byHand =
      code === webhookNotRegistered.code &&
      (all.nodes.some((node) => node.file === violation.file && isEnteredByHand(node)) ||
        tellsToEnterUrl((await context.service(readme))?.text ?? ''));
    if (code === webhookStatusInBody.code) {
      const reach = await context.service(scriptReach);
      // Of a project that is too large, nobody knows.
      if (!reach || setsResponseCode(reach.texts)) continue;
    }
    if (!byHand) yield observationOf(violation);
  }
}
