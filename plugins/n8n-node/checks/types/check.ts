import type { CheckContext, Manifest } from '../../../../kernel/check.ts';
import type { Observation } from '../../../../kernel/finding.ts';
import { counted } from '../../../../kernel/index.ts';
import { defineCheck } from '../../../../kernel/plugin.ts';
import { classNameOf } from '../../loader/class-name.ts';
import { type LoadedPackage, loadedPackage } from '../../loader/loaded-package.ts';
import { whyUnchecked } from '../../loader/not-loaded.ts';
import { useConnectionTypes } from '../../n8n/connection-types.ts';
import { sourceLint } from '../../n8n-lint/engine/lint-service.ts';
import { builtInside, innerPackage } from '../../project/manifest/inner-package.ts';
import { lockFileOf } from '../../project/manifest/lock-files.ts';
import { requireManifest } from '../../project/manifest/manifest-subject.ts';
import { packageOfSpecifier } from '../../project/package-of-specifier.ts';
import type { CompiledProject } from '../../typescript/compiled-project.ts';
import { isTypescriptFrom } from '../../typescript/compiler-options.ts';
import type { ProjectLayout } from '../../typescript/project-layout.ts';
import { projectErrors } from './project-errors.ts';
import {
  notStrict,
  tsconfigExtends,
  tsconfigOption,
  tsconfigSyntax,
  typesError,
  unchecked,
  unfinished,
  unresolvedImport,
} from './rules/types-rules.ts';
import { switchedOff } from './switched-off.ts';
import { withoutNodeTypes } from './without-node-types.ts';

/** Errors that are reported: a project may have thousands. */
const maxErrors = 200;
/** Packages that are listed. */
const maxMissing = 100;

export const typesCheck = defineCheck({
  name: 'types',
  title: 'TypeScript reports no errors in nodes and credentials',
  docs: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/',
  modes: ['project'],
  essential: true,
  cacheVersion: 'built in',
  timeout: 200,
  rules: [
    typesError,
    unresolvedImport,
    unfinished,
    tsconfigSyntax,
    tsconfigExtends,
    tsconfigOption,
    notStrict,
    unchecked,
  ],
  async *run(context) {
    const { manifest } = await requireManifest(context);
    const { project, errors, unsent, missing, releases } = await context.service(projectErrors);
    yield* configurationFaults(project, manifest);
    for (const { kind, message, file } of project.tsconfig.faults)
      if (kind === 'unavailable') context.notChecked(`${message}, so its compiler options are unknown`, file);
    if (project.tsconfig.faults.some(({ kind }) => kind === 'syntax')) return;
    const { compiled } = project;
    const folder = await innerPackage(manifest, context.files);
    if (folder !== undefined) return context.skip(builtInside(folder));
    if (!compiled) return context.skip(reasonNotCompiled(project));
    yield* switchedOff(context, project.tsconfig);
    const { uncheckedBecause, unhanded } = compiled;
    // The time and memory are ours: the author's compiler may have more.
    if (uncheckedBecause !== undefined) context.skip(`TypeScript did not finish: ${uncheckedBecause}`);
    if (unhanded !== undefined) yield { code: unfinished.code, message: `The sources are too large: ${unhanded}` };
    for (const { name, version, reason } of missing.slice(0, maxMissing))
      context.notChecked(`types could not be fetched: ${reason}`, version === undefined ? name : `${name}@${version}`);
    if (releases)
      context.log(`Checked with n8n-workflow ${releases.join(' and ')} instead: what both report is an error`);
    const modules = unsent.map(
      ({ module, from }) => `${from}: imports from ${module} were not checked, because that file was not uploaded`,
    );
    for (const reason of [...new Set(modules)].slice(0, 20)) context.log(reason, 'warn');
    const exported = await withoutExplained(errors, context);
    const certain = await withoutSyntaxErrors(exported, context);
    const lock = lockFileOf(context.files);
    const isBlind = lock?.leftOut !== undefined;
    const own = certain.filter(({ message }) => !isBlind || syntaxError.test(message));
    if (isBlind && own.length < certain.length)
      context.notChecked(
        `${lock.path} was not uploaded (${lock.leftOut}), so the installed versions are unknown`,
        counted(certain.length - own.length, 'TypeScript error'),
      );
    const told = toldOnce(withoutNodeTypes(own));
    for (const error of told.slice(0, maxErrors))
      yield typeAsValue.exec(error.message)?.[1] === 'NodeConnectionType'
        ? { ...error, fix: useConnectionTypes }
        : error;
    const more = told.length - maxErrors;
    if (certain.length === 0 && exported.length > 0)
      context.skip('the sources have syntax errors, which "nodes" reports');
    if (more > 0) context.notChecked(`only ${maxErrors} TypeScript errors are listed`, `${more} more errors`);
  },
});

/**
 * Errors of one file that have one cause are told once: a name that stands for nothing or for no value, which is imported, and
 * modules of one package with a scope. Other names may be those of folders.
 */
function toldOnce(errors: readonly Observation[]): Observation[] {
  const causes = Map.groupBy(errors, (one) => {
    if (nameWithoutValue.test(one.message)) return `${one.file} ${one.message}`;
    const missing = packageOfSpecifier(/^TS2307: Cannot find module '(@\w[^']+)'/.exec(one.message)?.[1] ?? '.');
    return missing === undefined ? one : `${one.file} ${missing}`;
  });
  return [...causes.values()].flatMap(([first, ...others]) => {
    const lines = [
      ...new Set(others.flatMap(({ line }) => (line === undefined || line === first?.line ? [] : [line]))),
    ];
    const also = `${lines.slice(0, 5).join(', ')}${lines.length > 5 ? ' and others' : ''}`;
    const where = lines.length === 0 ? '' : ` (also in ${lines.length === 1 ? 'line' : 'lines'} ${also})`;
    return first ? [{ ...first, message: `${first.message}${where}` }] : [];
  });
}

/**
 * TypeScript reports the cause as unused too: a class that is not exported, which `load` reports, or a type used as a value. The
 * latter is what `load` reports, where a file cannot be loaded because of it.
 */
async function withoutExplained(
  errors: readonly Observation[],
  context: CheckContext,
): Promise<readonly Observation[]> {
  if (!errors.some(({ message }) => unusedName.test(message) || typeAsValue.test(message))) return errors;
  const loaded = await context.service(loadedPackage);
  const { files } = loaded;
  const missing = files.filter(({ problem }) => problem?.kind === 'class-missing');
  const misused = errors.filter(({ message }) => typeAsValue.test(message));
  const explained = new Set([
    ...missing.map(({ source, path }) => `${source} ${classNameOf(path)}`),
    ...misused.map(({ file, message }) => `${file} ${typeAsValue.exec(message)?.[1]}`),
  ]);
  for (const one of misused) if (await stopsLoading(one, loaded, context)) explained.add(`${one.file} ${one.message}`);
  return errors.filter(
    ({ file, message }) =>
      !explained.has(`${file} ${message}`) && !explained.has(`${file} ${unusedName.exec(message)?.[1]}`),
  );
}

/** Whether `load` reports that a file throws because it reads something of a name that stands for no value. */
async function stopsLoading(
  { file = '', line = 0, message }: Observation,
  loaded: LoadedPackage,
  context: CheckContext,
): Promise<boolean> {
  for (const one of loaded.files.filter(({ source }) => source === file)) {
    const [, property] = /\(reading '(\w+)'\)/.exec(one.problem?.cause?.message ?? '') ?? [];
    const read = `${typeAsValue.exec(message)?.[1]}.${property}`;
    const text = property === undefined ? '' : (await context.files.read(file)).split('\n')[line - 1];
    if (text?.includes(read) && (await whyUnchecked(one, loaded, context)) === undefined) return true;
  }
  return false;
}

/** A file that n8n's linter cannot parse has its syntax error reported under the linter's code. */
async function withoutSyntaxErrors(
  errors: readonly Observation[],
  { service }: Pick<CheckContext, 'service'>,
): Promise<readonly Observation[]> {
  if (!errors.some(({ message }) => syntaxError.test(message))) return errors;
  // A failure of the linter is reported by the checks that tell its findings.
  const linted = await service(sourceLint).catch(() => []);
  const unparsed = new Set(linted.filter(({ code }) => code === 'source-syntax').map(({ file }) => file));
  return errors.filter(({ file = '', message }) => !(syntaxError.test(message) && unparsed.has(file)));
}

/** https://github.com/microsoft/TypeScript/blob/main/src/compiler/diagnosticMessages.json */
const syntaxError = /^TS1\d{3}:/;

const unusedName = /^TS(?:6133|6196): '([^']+)'/;
const typeAsValue = /^TS2693: '([^']+)'/;
const nameWithoutValue = /^TS(?:2304|2552|2693):/;

function* configurationFaults({ tsconfig, compiler }: ProjectLayout, manifest: Manifest): Generator<Observation> {
  for (const { kind, ...fault } of tsconfig.faults) {
    if (kind !== 'unavailable')
      yield { ...fault, code: kind === 'syntax' ? tsconfigSyntax.code : tsconfigExtends.code };
  }
  // Bundlers ignore unknown options, and later versions of TypeScript may have more.
  const isFatal = compiler !== undefined && !isTypescriptFrom(manifest, '7.1.0');
  for (const { unless = [], since, ...fault } of tsconfig.wrongOptions ?? []) {
    if (since !== undefined && !(compiler && isTypescriptFrom(manifest, since))) continue;
    if (unless.some((option) => compiler?.shown.includes(`--${option}`))) continue;
    yield { ...fault, code: tsconfigOption.code, ...(!isFatal && { severity: 'warning' as const }) };
  }
}

/** Why there is nothing to compile; the reason for which checks are skipped. */
function reasonNotCompiled({ build, layout, isKept }: CompiledProject): string {
  const { declared } = layout;
  if (isKept) return `no script of package.json builds ${declared[0]?.path}, which is published as it is`;
  if (declared.length === 0) return 'package.json declares no nodes and no credentials';
  const unmade = declared.find(({ present, source }) => !present && source === undefined);
  if (!unmade) return 'the package is written in JavaScript';
  const missing = unmade.path;
  if (build.unknownStep !== undefined) {
    return `${missing} has no TypeScript source: the build script creates it with \`${build.unknownStep}\`, which is not run`;
  }
  return `${missing} has no TypeScript source`;
}
