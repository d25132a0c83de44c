import type { CheckContext, Observation } from '../../../../kernel/index.ts';
import { defineCheck } from '../../../../kernel/plugin.ts';
import { projectSettings } from '../../behaviour/project-settings.ts';
import { type RunOperation, runPackage } from '../../behaviour/run-package.ts';
import { timeLimit } from '../../behaviour/trace/ending.ts';
import { docs } from '../../docs-links.ts';
import { reachedFiles, reachedFrom } from '../../follow/reached-files.ts';
import { scriptReach } from '../../follow/script-reach.ts';
import { loadedPackage } from '../../loader/loaded-package.ts';
import { positionInStack } from '../../loader/source-position.ts';
import { sourceTree } from '../../loader/source-tree.ts';
import { memoize } from '../../memoize.ts';
import { mentions } from '../../model/sources/mentions.ts';
import { sourceFacts } from '../../model/sources/source-facts-service.ts';
import { currentKit } from '../../n8n/kit.ts';
import { requireManifest } from '../../project/manifest/manifest-subject.ts';
import { isTestFile } from '../../project/test-file.ts';
import { documentationOf } from '../../rule.ts';
import { describedFindings, describedViolations, observeDescribed } from '../../shared-rules/described-violations.ts';
import { hostModules } from '../security/rules/hidden-global.ts';
import { type BehaviourSubject, nameOf } from './behaviour-rule.ts';
import { operationRow, withoutRepeatedAnswers } from './operations-table.ts';
import { requestHosts } from './request-hosts.ts';
import { configInvalid, violationOf } from './rules/config-invalid.ts';
import { rules } from './rules/index.ts';
import { staticFaults } from './static-faults.ts';
import { unusedSettings } from './unused-settings.ts';

/** Runs each operation of each node in n8n's own engine, against a simulated API. */
export const behaviourCheck = defineCheck({
  name: 'behaviour',
  title: 'Operations do what they should when n8n runs them',
  docs: docs.nodeMethods,
  modes: ['project', 'package'],
  cacheVersion: 'built in',
  timeout: 240,
  rules: documentationOf([configInvalid, ...rules]),
  run: behaviourObservations,
});

async function* behaviourObservations(context: CheckContext): AsyncGenerator<Observation> {
  await requireManifest(context);
  const kit = currentKit(context.kits);
  const settings = await projectSettings(context);
  if ('problem' in settings) return yield violationOf(settings.problem);
  const { nodes, left, failed, unknown, packages, ownCredentials } = await runPackage(context, kit.folder, settings);
  const operations = nodes.flatMap((node) => node.operations);
  if (operations.length === 0)
    context.skip(unknown.length > 0 ? 'nodes are not loaded; see "load"' : 'no node has operations that can be run');
  // It may be another matter the next time.
  if (failed !== undefined || operations.some(({ trace }) => trace.unrun === timeLimit)) context.memory.forget();
  if (failed !== undefined) context.skip(`n8n's engine does not start: ${failed}`);
  const rows = withoutRepeatedAnswers(
    nodes.flatMap((node) => node.operations.map((one) => operationRow(one, node.operations))),
  );
  for (const row of rows) context.operation(row);
  const hosts = await requestHosts(context, operations, packages);
  const isRead = operations.every(({ trace: { unread = [], unseen = [] } }) => unread.length + unseen.length === 0);
  const around = {
    ...hosts,
    ownCredentials,
    placeOf: async (stack: string) => positionInStack(stack, await treeOf(context)),
    isMentioned: isRead ? () => true : await context.service(mentions),
    returnsData: await returningData(context, operations),
  };
  const subjects = async function* (): AsyncGenerator<readonly [BehaviourSubject, string]> {
    for (const node of nodes) yield [{ ...node, around }, node.node.file];
  };
  const violations = await describedViolations(rules, subjects());
  for (const unused of unusedSettings(settings, operations, ownCredentials)) context.log(unused, 'warn');
  const exercised = rows.filter(({ outcome }) => outcome === 'exercised').length;
  context.log(`${exercised} of ${rows.length} operations exercised`);
  // What was not run at all has not passed.
  const reasons = Map.groupBy(
    operations.filter(({ trace }) => trace.unrun !== undefined),
    ({ trace }) => trace.unrun ?? '',
  );
  const [reason] = reasons.keys();
  if (exercised === 0 && violations.length === 0 && reason !== undefined) context.skip(reason);
  for (const path of unknown) context.notChecked('not loaded; see "load"', path);
  if (left > 0) context.notChecked(`more than ${operations.length} operations`, `${left} operations`);
  for (const [why, all] of reasons)
    for (const one of all) context.notChecked(one.leftOut === undefined ? why : `left out: ${why}`, nameOf(one));
  // In an engine that the package has changed, nothing is proved.
  if (violations.length > 0 && (await changesHost(context)))
    return context.notChecked('the package modifies n8n; see "security"', 'the behaviour of its operations');
  yield* observeDescribed(context, await describedFindings(context, violations, staticFaults));
}

/** What maps stacks to the sources: only made if there is something to tell. */
const treeOf = memoize(async (context: CheckContext) => sourceTree(context, await context.service(loadedPackage)));

/** The files of the nodes whose webhook may start the workflow: something that they have the code of gives `workflowData` a value. */
async function returningData(context: CheckContext, operations: readonly RunOperation[]): Promise<ReadonlySet<string>> {
  const all = new Set(operations.flatMap(({ kind, node }) => (kind === 'webhook' ? [node.file] : [])));
  const texts = all.size > 0 ? (await context.service(scriptReach))?.texts : undefined;
  const found = new Set<string>();
  for (const file of all) {
    const reached = await reachedFrom(file, context);
    const own = [...(texts ?? [])].filter(([path]) => !isTestFile(path) && reached?.has(path) !== false);
    if (own.length === 0 || own.some(([, text]) => withData.test(text))) found.add(file);
  }
  return found;
}
const withData = /\bworkflowData\b(?!["']?\s{0,9}:\s{0,9}(?:(?:undefined|null|void 0)\b|\[\s{0,9}\]))/;

async function changesHost({ service }: CheckContext): Promise<boolean> {
  const [{ violations }, reached] = [await service(sourceFacts), await service(reachedFiles)];
  return violations.some(
    ({ code, file, bundled, message }) =>
      code === hostModules.code && bundled === undefined && reached?.has(file) !== false && !reads.test(message),
  );
}

/** What tells where n8n is, and changes nothing. */
const reads = /`require\.main\.(?:filename|path)`/;
