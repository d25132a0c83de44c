import { satisfies } from 'semver';
import type { Manifest } from '../../../kernel/check.ts';
import type { Observation } from '../../../kernel/finding.ts';
import { defineCheck } from '../../../kernel/plugin.ts';
import { docs } from '../checks/docs-links.ts';
import { type LoadedFile, loadedPackage, loadPackage } from '../load/loaded-package.ts';
import { declarationsOf, recordOf } from '../manifest-fields.ts';
import { loadsNoMore, typesDiffer } from './compatibility-rules.ts';
import { compatibilityLines } from './matrix.ts';
import { typesAgainst } from './types-against.ts';
import { workflowVersions } from './workflow-versions.ts';

/** How many errors of types are told. */
const enough = 50;
/** Nodes and credentials that are loaded a second time. */
const most = 150;

export const compatibilityCheck = defineCheck({
  name: 'compatibility',
  title: 'What works in n8n 2 works in n8n 1',
  docs: docs.buildingCommunityNodes,
  modes: ['project', 'package'],
  pure: 'built in',
  timeout: 240,
  rules: [loadsNoMore, typesDiffer],
  async *run(context) {
    if (!context.manifest) return context.skip('package.json could not be read; see "manifest"');
    const { current, previous } = workflowVersions();
    const reason = whyOnlyCurrent(context.manifest, previous.version);
    if (reason !== undefined) return context.skip(reason);
    const declared = declarationsOf(context.manifest).length;
    if (declared > most) return context.skip(`with ${declared} nodes and credentials it takes too long`);
    const [before, now, told] = await Promise.all([
      loadPackage(context, previous.installed),
      context.service(loadedPackage),
      typesAgainst(context, previous.installed),
    ]);
    if (told && 'unfinished' in told) {
      context.notChecked(`TypeScript did not finish: ${told.unfinished}`, `types of n8n-workflow ${previous.version}`);
    }
    for (const { path, unseen } of before.files)
      if (unseen === 'too late') context.notChecked('time limit reached', path);
    const types = told && 'faults' in told ? told.faults : undefined;
    const more = (types?.length ?? 0) - enough;
    if (more > 0) context.notChecked(`${enough} errors of TypeScript are listed`, `${more} more errors`);
    const nodes = now.files.map((file, index) => ({ now: file, before: before.files[index] }));
    for (const line of compatibilityLines(nodes, { current, previous, types })) context.log(line);
    for (const { now: file, before: other } of nodes) yield* loadFault(file, other, previous.version);
    for (const { message, file, line, column } of types?.slice(0, enough) ?? []) {
      yield {
        code: typesDiffer.code,
        message: `with n8n-workflow ${previous.version}: ${message}`,
        file,
        line,
        column,
      };
    }
  },
});

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
