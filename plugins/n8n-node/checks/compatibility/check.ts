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
import { builtWith, type OtherTypesSay, type TypeFault, typesAgainst } from './types-against.ts';

/** How many errors of types are told. */
const enough = 50;
/** Nodes and credentials that are loaded a second time. */
const most = 150;

export const compatibilityCheck = defineCheck({
  name: 'compatibility',
  title: 'What works in n8n 2 works in n8n 1',
  docs: docs.buildingCommunityNodes,
  modes: ['project', 'package'],
  cacheVersion: 'built in',
  timeout: 240,
  rules: [loadsNoMore, typesDiffer, typesChanged, gone],
  async *run(context) {
    const { manifest } = await requireManifest(context);
    const { current, previous } = workflowVersions();
    const declared = declarationsOf(manifest).length;
    if (declared > most) return context.skip(`with ${declared} nodes and credentials it takes too long`);
    const reason = whyOnlyCurrent(manifest, previous.version);
    if (reason !== undefined) {
      yield* await withCurrent(context, current.version);
      return context.skip(reason);
    }
    const [before, now, told, changed] = await Promise.all([
      loadPackage(context, previous.installed),
      context.service(loadedPackage),
      typesBefore(context, previous.version),
      withCurrent(context, current.version),
    ]);
    yield* changed;
    if (told && 'unfinished' in told) {
      context.notChecked(`TypeScript did not finish: ${told.unfinished}`, `types of n8n-workflow ${previous.version}`);
    }
    for (const { path, unseen } of before.files)
      if (unseen === 'too late') context.notChecked('time limit reached', path);
    const types = told && 'faults' in told ? told.faults : undefined;
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

/** What shows with the n8n-workflow of today alone: of no weight where it makes no difference to code that runs. */
async function withCurrent(context: CheckContext, version: string): Promise<Observation[]> {
  if (context.mode !== 'project' || !(await isOlder(context, version))) return [];
  const told = await typesAgainst(context, version, 'current');
  if (!told) return [];
  if ('unfinished' in told) {
    context.notChecked(`TypeScript did not finish: ${told.unfinished}`, `types of n8n-workflow ${version}`);
    return [];
  }
  const { project, faults } = told;
  const loads = (await context.service(loadedPackage)).files.every(({ problem }) => problem === undefined);
  const lost = new Set<TypeFault>();
  // What does not load is told by the check `load`.
  if (loads) for (const fault of faults) if (await isGone(fault, project, context.files)) lost.add(fault);
  return typeFaults(context, faults, (fault) => ({
    ...fault,
    code: lost.has(fault) ? gone.code : typesChanged.code,
    message: `with n8n-workflow ${version}: ${fault.message}`,
  }));
}

/** The types of n8n 1 say nothing new of a project that is built with them. */
async function typesBefore(context: CheckContext, version: string): Promise<OtherTypesSay | undefined> {
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
  told: (fault: TypeFault) => Observation,
): Observation[] {
  const more = faults.length - enough;
  if (more > 0) context.notChecked(`${enough} errors of TypeScript are listed`, `${more} more errors`);
  return faults.slice(0, enough).map(told);
}

function whyOnlyCurrent(manifest: Manifest, previous: string): string | undefined {
  const range = recordOf(manifest['peerDependencies'])?.['n8n-workflow'];
  if (typeof range === 'string' && !satisfies(previous, range)) return `the package asks for n8n-workflow ${range}`;
  if (recordOf(manifest['n8n'])?.['aiNodeSdkVersion'] !== undefined) return 'n8n 1 does not have the AI node SDK';
  return undefined;
}

/** What fails in both is the load check's. */
function* loadFault(now: LoadedFile, before: LoadedFile | undefined, version: string): Generator<Observation> {
  if (now.problem || now.unseen || !before?.problem || before.standIns.length > 0) return;
  const { n8n, cause } = before.problem;
  const [said = ''] = (cause?.message ?? n8n).split('\n');
  yield {
    code: loadsNoMore.code,
    message: `${now.path} does not load with n8n-workflow ${version}: ${said}`,
    file: now.source ?? now.file ?? now.path,
  };
}
