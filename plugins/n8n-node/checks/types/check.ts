import type { Observation } from '../../../../kernel/finding.ts';
import { defineCheck } from '../../../../kernel/plugin.ts';
import { requireManifest } from '../../project/manifest/manifest-subject.ts';
import { reasonNotCompiled } from '../../typescript/reason-not-compiled.ts';
import type { Tsconfig } from '../../typescript/tsconfig.ts';
import { projectErrors } from './project-errors.ts';
import { tsconfigExtends, tsconfigSyntax, typesError, unfinished, unresolvedImport } from './rules/types-rules.ts';

/** Errors that are reported: a project may have thousands. */
const maxErrors = 200;
/** Packages that are listed. */
const maxMissing = 100;

export const typesCheck = defineCheck({
  name: 'types',
  title: 'TypeScript reports no errors in nodes and credentials',
  docs: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/',
  modes: ['project'],
  cacheVersion: 'built in',
  timeout: 200,
  rules: [typesError, unresolvedImport, unfinished, tsconfigSyntax, tsconfigExtends],
  async *run(context) {
    await requireManifest(context);
    const { project, errors, unsent, missing } = await context.service(projectErrors);
    yield* configurationFaults(project.tsconfig);
    if (project.tsconfig.faults.some(({ kind }) => kind === 'syntax')) return;
    const { compiled } = project;
    if (!compiled) return context.skip(reasonNotCompiled(project));
    const { uncheckedBecause, unhanded } = compiled;
    if (uncheckedBecause !== undefined) {
      yield { code: unfinished.code, message: `TypeScript did not finish: ${uncheckedBecause}` };
    }
    if (unhanded !== undefined) yield { code: unfinished.code, message: `The sources are too large: ${unhanded}` };
    for (const { name, version, reason } of missing.slice(0, maxMissing))
      context.notChecked(`types could not be fetched: ${reason}`, version === undefined ? name : `${name}@${version}`);
    const modules = unsent.map(
      ({ module, from }) => `${from}: imports from ${module} were not checked, because that file was not uploaded`,
    );
    for (const reason of [...new Set(modules)].slice(0, 20)) context.log(reason, 'warn');
    yield* errors.slice(0, maxErrors);
    const more = errors.length - maxErrors;
    if (more > 0) context.notChecked(`only ${maxErrors} TypeScript errors are listed`, `${more} more errors`);
  },
});

function* configurationFaults({ faults }: Tsconfig): Generator<Observation> {
  for (const { kind, ...fault } of faults) {
    yield { ...fault, code: kind === 'syntax' ? tsconfigSyntax.code : tsconfigExtends.code };
  }
}
