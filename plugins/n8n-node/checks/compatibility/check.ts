import { lt, major, satisfies } from 'semver';
import type { CheckContext, Manifest } from '../../../../kernel/check.ts';
import type { Observation } from '../../../../kernel/finding.ts';
import { defineCheck } from '../../../../kernel/plugin.ts';
import { docs } from '../../docs-links.ts';
import { type LoadedFile, loadedPackage, loadPackage } from '../../loader/loaded-package.ts';
import { workflowVersions } from '../../n8n/workflow-versions.ts';
import { declarationsOf, recordOf } from '../../project/manifest/manifest-fields.ts';
import { requireManifest } from '../../project/manifest/manifest-subject.ts';
import { isGone } from './gone.ts';
import { compatibilityLines } from './matrix.ts';
import { gone, loadsNoMore, typesChanged, typesDiffer } from './rules/compatibility-rules.ts';
import { builtWith, type OtherTypesResult, type TypeFault, typesAgainst } from './types-against.ts';

/** Type errors that are reported. */
const maxErrors = 50;
/** Nodes and credentials that are loaded a second time. */
const maxFiles = 150;

export const compatibilityCheck = defineCheck({
  name: 'compatibility',
  title: 'The package works in n8n 1 and in the current n8n',
  docs: docs.buildingCommunityNodes,
  modes: ['project', 'package'],
  cacheVersion: 'built in',
  timeout: 240,
  rules: [loadsNoMore, typesDiffer, typesChanged, gone],
  async *run(context) {
    const { manifest } = await requireManifest(context);
    const { current, previous } = workflowVersions();
    const declared = declarationsOf(manifest).length;
    if (declared > maxFiles) return context.skip(`the package has more than ${maxFiles} nodes and credentials`);
    const reason = whyOnlyCurrent(manifest, previous.version);
    if (reason !== undefined) {
      yield* await withCurrent(context, current.version);
      return context.skip(reason);
    }
    const [before, now, result, changed] = await Promise.all([
      loadPackage(context, previous.installed),
      context.service(loadedPackage),
      typesBefore(context, previous.version),
      withCurrent(context, current.version),
    ]);
    yield* changed;
    if (result && 'unfinished' in result) {
      context.notChecked(
        `TypeScript did not finish: ${result.unfinished}`,
        `types of n8n-workflow ${previous.version}`,
      );
    }
    for (const { path, unseen } of before.files)
      if (unseen === 'too late') context.notChecked('time limit reached', path);
    const types = result && 'faults' in result ? result.faults : undefined;
    const nodes = now.files.map((file, index) => ({ now: file, before: before.files[index] }));
    for (const line of compatibilityLines(nodes, { current, previous, types })) context.log(line);
    for (const { now: file, before: other } of nodes) yield* loadFault(file, other, previous.version);
    yield* typeFaults(context, types ?? [], (fault) => ({
      ...fault,
      code: typesDiffer.code,
      message: `with n8n-workflow ${previous.version}: ${fault.message}`,
    }));
  },
});

/** Type errors with the current n8n-workflow only: errors where the code needs a value that is gone, else warnings. */
async function withCurrent(context: CheckContext, version: string): Promise<Observation[]> {
  if (context.mode !== 'project' || !(await isOlder(context, version))) return [];
  const result = await typesAgainst(context, version, 'current');
  if (!result) return [];
  if ('unfinished' in result) {
    context.notChecked(`TypeScript did not finish: ${result.unfinished}`, `types of n8n-workflow ${version}`);
    return [];
  }
  const { project, faults } = result;
  const loads = (await context.service(loadedPackage)).files.every(({ problem }) => problem === undefined);
  const lost = new Set<TypeFault>();
  // The check `load` reports files that fail to load.
  if (loads) for (const fault of faults) if (await isGone(fault, project, context.files)) lost.add(fault);
  return typeFaults(context, faults, (fault) => ({
    ...fault,
    code: lost.has(fault) ? gone.code : typesChanged.code,
    message: `with n8n-workflow ${version}: ${fault.message}`,
  }));
}

/** A project that is built with the types of n8n 1 is checked against them already. */
async function typesBefore(context: CheckContext, version: string): Promise<OtherTypesResult | undefined> {
  if (context.mode !== 'project') return undefined;
  const built = await builtWith(context);
  return built !== undefined && major(built) > major(version) ? typesAgainst(context, version, 'previous') : undefined;
}

async function isOlder(context: CheckContext, version: string): Promise<boolean> {
  const built = await builtWith(context);
  return built !== undefined && lt(built, version);
}

function typeFaults(
  context: CheckContext,
  faults: readonly TypeFault[],
  toObservation: (fault: TypeFault) => Observation,
): Observation[] {
  const more = faults.length - maxErrors;
  if (more > 0) context.notChecked(`only ${maxErrors} TypeScript errors are listed`, `${more} more errors`);
  return faults.slice(0, maxErrors).map(toObservation);
}

function whyOnlyCurrent(manifest: Manifest, previous: string): string | undefined {
  const range = recordOf(manifest['peerDependencies'])?.['n8n-workflow'];
  if (typeof range === 'string' && !satisfies(previous, range)) return `the package requires n8n-workflow ${range}`;
  if (recordOf(manifest['n8n'])?.['aiNodeSdkVersion'] !== undefined)
    return 'the package uses the AI node SDK, which n8n 1 does not have';
  return undefined;
}

/** The check `load` reports what fails with both versions. */
function* loadFault(now: LoadedFile, before: LoadedFile | undefined, version: string): Generator<Observation> {
  if (now.problem || now.unseen || !before?.problem || before.standIns.length > 0) return;
  const { n8n, cause } = before.problem;
  const [reason = ''] = (cause?.message ?? n8n).split('\n');
  yield {
    code: loadsNoMore.code,
    message: `${now.path} fails to load with n8n-workflow ${version}: ${reason}`,
    file: now.source ?? now.file ?? now.path,
  };
}
