import { relative } from 'node:path/posix';
import { gt, lt, major, satisfies } from 'semver';
import type { CheckContext, Manifest } from '../../../../kernel/check.ts';
import type { Observation } from '../../../../kernel/finding.ts';
import { counted } from '../../../../kernel/index.ts';
import { defineCheck } from '../../../../kernel/plugin.ts';
import type { ProjectFiles } from '../../../../kernel/project-files.ts';
import { docs } from '../../docs-links.ts';
import { type LoadedPackage, loadedPackage, loadPackage } from '../../loader/loaded-package.ts';
import { whyUnchecked } from '../../loader/not-loaded.ts';
import { currentKit, type Kit, kitFor } from '../../n8n/kit.ts';
import { type Release, releaseOf } from '../../n8n/release.ts';
import { oncePerKind } from '../../once-per-kind.ts';
import { recordOf } from '../../project/manifest/manifest-fields.ts';
import { requireDeclarations, requireManifest } from '../../project/manifest/manifest-subject.ts';
import { join } from '../../project/project-path.ts';
import type { CompiledProject } from '../../typescript/compiled-project.ts';
import { projectErrors } from '../types/project-errors.ts';
import { isGuarded, withoutHarmless } from './harmless-faults.ts';
import { type Column, compatibilityLines, compatibilityTable, type JudgedFile } from './matrix.ts';
import { gone, loadsNoMore, typesChanged, typesDiffer } from './rules/compatibility-rules.ts';
import { builtWith, type OtherTypesResult, type TypeFault, typesAgainst } from './types-against.ts';

/** Type errors that are reported. */
const maxErrors = 50;
/** Nodes and credentials that are loaded a second time. */
const maxFiles = 150;

export const compatibilityCheck = defineCheck({
  name: 'compatibility',
  title: 'The package works in other releases of n8n',
  docs: docs.buildingCommunityNodes,
  modes: ['project', 'package'],
  cacheVersion: 'built in',
  timeout: 240,
  rules: [loadsNoMore, typesDiffer, typesChanged, gone],
  async *run(context) {
    const { manifest } = await requireManifest(context);
    const current = currentKit(context.kits);
    const declared = await requireDeclarations(context);
    if (declared.length > maxFiles) return context.skip(`the package has more than ${maxFiles} nodes and credentials`);
    const others = context.kits.wanted.slice(1).map((kit) => ({ kit, reason: whyNot(manifest, releaseOf(kit)) }));
    const compared = others.filter(({ reason }) => reason === undefined);
    const [first] = others;
    if (compared.length === 0 && first?.reason !== undefined) {
      yield* await withCurrent(context, current.workflow);
      return context.skip(`${first.reason} (n8n ${releaseOf(first.kit).n8n})`);
    }
    const [now, changed, isClean, columns] = await Promise.all([
      context.service(loadedPackage).then((loaded) => judgedFiles(context, loaded)),
      withCurrent(context, current.workflow),
      hasCleanTypes(context),
      Promise.all(compared.map(({ kit }) => columnOf(context, kitFor(context.kits, kit), current))),
    ]);
    yield* changed;
    for (const one of others)
      if (one.reason !== undefined) context.notChecked(one.reason, `n8n ${releaseOf(one.kit).n8n}`);
    for (const { path, isUnclear } of now) if (isUnclear) context.notChecked('not loaded; see "load"', path);
    const own = { release: current, files: now, types: isClean ? 'no errors' : 'see "types"' };
    const table = compatibilityTable([
      own,
      ...columns.map((one) => ({ ...one, types: typesText(one.faults, isClean) })),
    ]);
    context.compatibility(table);
    for (const line of compatibilityLines(table)) context.log(line);
    // The types may be known all the same.
    const isUnknown = now.length > 0 && now.every(({ isUnclear, unseen }) => isUnclear || unseen);
    if (isUnknown && columns.every(({ faults }) => faults === undefined)) context.skip('nothing is loaded; see "load"');
    for (const { release, files, faults = [] } of columns) {
      for (const [index, file] of now.entries()) yield* loadFault(file, files[index], release.workflow);
      const code = gt(release.workflow, current.workflow) ? typesChanged.code : typesDiffer.code;
      yield* typeFaults(context, faults, (fault) => ({
        ...fault,
        code,
        message: `with n8n-workflow ${release.workflow}: ${fault.message}`,
      }));
    }
  },
});

/** How a package fares with another release than the current one. */
async function columnOf(
  context: CheckContext,
  release: Kit,
  current: Kit,
): Promise<Omit<Column, 'types'> & { faults: readonly TypeFault[] | undefined }> {
  const [files, result] = await Promise.all([
    loadPackage(context, release).then((loaded) => judgedFiles(context, loaded)),
    typesWith(context, release.workflow, current.workflow),
  ]);
  const unfinished = result && 'unfinished' in result ? result.unfinished : undefined;
  if (unfinished !== undefined)
    context.notChecked(`TypeScript did not finish: ${unfinished}`, `types of n8n-workflow ${release.workflow}`);
  for (const { path, unseen } of files)
    if (unseen === 'too late') context.notChecked('time limit reached', `${path} with n8n ${release.n8n}`);
  const all = result && 'faults' in result ? result.faults : undefined;
  const isOlder = lt(release.workflow, current.workflow);
  const faults = all && isOlder ? await withoutHarmless(all, context.files) : all;
  return { release, files, faults };
}

/** Whether the check `types` has nothing to tell. */
async function hasCleanTypes({ mode, service }: CheckContext): Promise<boolean> {
  if (mode !== 'project') return false;
  // The check `types` fails with the same error.
  const own = await service(projectErrors).catch(() => undefined);
  const compiled = own?.project.compiled;
  return compiled !== undefined && compiled.uncheckedBecause === undefined && own?.errors.length === 0;
}

/** @param isClean whether there are no errors with the current release */
function typesText(faults: readonly TypeFault[] | undefined, isClean: boolean): string | undefined {
  if (faults === undefined) return undefined;
  const other = isClean ? '' : 'other ';
  return faults.length === 0 ? `no ${other}errors` : counted(faults.length, `${other}error`);
}

/** The files of a package, with those that may fail to load here only. */
async function judgedFiles(context: CheckContext, loaded: LoadedPackage): Promise<JudgedFile[]> {
  const files: JudgedFile[] = [];
  for (const file of loaded.files) {
    const isUnclear = file.problem !== undefined && (await whyUnchecked(file, loaded, context)) !== undefined;
    files.push(isUnclear ? { ...file, isUnclear } : file);
  }
  return files;
}

/**
 * Type errors with the current n8n-workflow only: errors where the code needs a value that is gone, else warnings. Where the
 * version that the project is built with could not be fetched, nothing is known but what is gone.
 */
async function withCurrent(context: CheckContext, version: string): Promise<Observation[]> {
  if (context.mode !== 'project') return [];
  const built = await builtWith(context);
  if (built !== undefined && !lt(built, version)) return [];
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
  const never = built === undefined && lost.size > 0 ? await missingBefore(context, version) : undefined;
  for (const fault of lost) if (never?.(fault)) lost.delete(fault);
  return typeFaults(context, built === undefined ? [...lost] : faults, (fault) => ({
    ...fault,
    code: lost.has(fault) ? gone.code : typesChanged.code,
    message: `with n8n-workflow ${version}: ${fault.message}`,
  }));
}

/** Whether an older n8n-workflow lacks something as well: it was never part of n8n. Without one, nothing is known. */
async function missingBefore(context: CheckContext, version: string): Promise<(fault: TypeFault) => boolean> {
  const older = context.kits.wanted.map((kit) => releaseOf(kit).workflow).find((workflow) => lt(workflow, version));
  const result = older === undefined ? undefined : await typesAgainst(context, older, `before ${older}`);
  if (!result || 'unfinished' in result) return () => true;
  const placeOf = ({ file, line, column }: TypeFault) => `${file}:${line}:${column}`;
  const places = new Set(result.faults.map(placeOf));
  return (fault) => places.has(placeOf(fault));
}

/** Against releases before the one that the project is built with, and after the current one; others have what it needs. */
async function typesWith(
  context: CheckContext,
  version: string,
  current: string,
): Promise<OtherTypesResult | undefined> {
  if (context.mode !== 'project') return undefined;
  const built = await builtWith(context);
  if (built === undefined || !(gt(built, version) || gt(version, current))) return undefined;
  return typesAgainst(context, version, `with ${version}`);
}

function typeFaults(
  context: CheckContext,
  faults: readonly TypeFault[],
  toObservation: (fault: TypeFault) => Observation,
): Observation[] {
  const all = faults.map(toObservation);
  const unresolved = all.filter(({ message }) => unresolvedImport.test(message));
  // The types of such an import are unknown, so other errors may only follow from it.
  const causes =
    unresolved.length > 0
      ? all.filter((one) => one.code === gone.code || unresolved.includes(one))
      : withoutConsequences(all);
  // Code that fails at runtime has to be changed wherever it is; one change in n8n-workflow causes many other errors.
  const observations = oncePerKind(causes, ({ code, message }) =>
    code === gone.code ? `${code} ${message}` : `${code} ${/TS\d+/.exec(message)}`,
  );
  const more = observations.length - maxErrors;
  if (more > 0) context.notChecked(`only ${maxErrors} TypeScript errors are listed`, `${more} more errors`);
  return observations.slice(0, maxErrors);
}

/** An import of n8n-workflow, or of a file in it: `n8n-workflow/dist/Interfaces`. */
const unresolvedImport = /TS(?:2307|2792): Cannot find module 'n8n-workflow[/']/;

/** A name that is used as a value, but is only a type any more. */
const valueOfType = /TS2693: '(\w+)' only refers to a type/;

/** Without errors that a value causes which n8n-workflow does not have: whatever it is assigned to has a wrong type. */
function withoutConsequences(all: readonly Observation[]): Observation[] {
  const lost = new Set(
    all.flatMap(({ file, message }) => {
      const name = valueOfType.exec(message)?.[1];
      return name === undefined ? [] : [`${file} ${name}`];
    }),
  );
  return all.filter(
    ({ code, file, message }) =>
      code === gone.code ||
      / only refers to a type\b/.test(message) ||
      ![...message.matchAll(/\w+/g)].some(([name]) => lost.has(`${file} ${name}`)),
  );
}

/** Why a package is not meant for a release of n8n. */
function whyNot(manifest: Manifest, { workflow }: Release): string | undefined {
  const range = recordOf(manifest['peerDependencies'])?.['n8n-workflow'];
  if (typeof range === 'string' && !satisfies(workflow, range))
    return `the package requires n8n-workflow ${range}, not ${workflow}`;
  if (major(workflow) < 2 && recordOf(manifest['n8n'])?.['aiNodeSdkVersion'] !== undefined)
    return 'the package uses the AI node SDK, which n8n 1 does not have';
  return undefined;
}

/** The check `load` reports what fails with both versions. */
function* loadFault(now: JudgedFile, before: JudgedFile | undefined, version: string): Generator<Observation> {
  if (now.problem || now.unseen || !before?.problem || before.isUnclear || before.standIns.length > 0) return;
  const { n8n, cause } = before.problem;
  const [reason = ''] = (cause?.message ?? n8n).split('\n');
  yield {
    code: loadsNoMore.code,
    message: `${now.path} fails to load with n8n-workflow ${version}: ${reason}`,
    file: now.source ?? now.file ?? now.path,
  };
}

/** A member that an object of n8n does not have: at runtime, n8n provides what these interfaces declare and no more. */
const member = /^TS(?:2339|2551): Property '(\w+)' does not exist on type '[^']*\bI\w*Functions(?:Base)?\b/;
/** A value that n8n-workflow does not export. */
const value = /^TS(?:2305|2614|2693|2724): .*?'(?!"n8n-workflow")(\w+)'/;

/**
 * Whether an error is about a value that the code needs at runtime and that does not exist: then the code fails. Changed
 * types alone have no effect at runtime.
 */
async function isGone(fault: TypeFault, project: CompiledProject, files: ProjectFiles): Promise<boolean> {
  const called = member.exec(fault.message)?.[1];
  if (called !== undefined) {
    const line = (await files.read(fault.file)).split(/\r\n|\n|\r/)[fault.line - 1] ?? '';
    return line.slice(fault.column - 1).startsWith(`${called}(`) && !(await isGuarded(fault, files));
  }
  const used = value.exec(fault.message)?.[1];
  if (used === undefined) return false;
  const { outDir, rootDir } = project.layout;
  const script = relative(rootDir, fault.file).replace(/\.([cm]?)tsx?$/, '.$1js');
  const text = project.compiled?.files[join(outDir, script)] ?? '';
  // An inlined const enum does not need n8n-workflow.
  return new RegExp(`\\bn8n_workflow_\\d+\\.${used}\\b`).test(text);
}
