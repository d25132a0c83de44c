import { type CheckContext, counted, type Observation } from '../../../../kernel/index.ts';
import { defineCheck } from '../../../../kernel/plugin.ts';
import { violationsOf } from '../../check-rules.ts';
import { type LoadedFile, type LoadedPackage, loadedPackage } from '../../loader/loaded-package.ts';
import { bundlerOf, whyUnchecked } from '../../loader/not-loaded.ts';
import { sourceTree } from '../../loader/source-tree.ts';
import type { DeclarationList } from '../../project/manifest/manifest-fields.ts';
import { recordOf } from '../../project/manifest/manifest-fields.ts';
import { type ManifestSubject, requireManifest, requireNodes } from '../../project/manifest/manifest-subject.ts';
import { packageOfSpecifier } from '../../project/package-of-specifier.ts';
import { documentationOf } from '../../rule.ts';
import { otherFindings } from '../../superseded.ts';
import { observeProblem } from './load-violation.ts';
import { duplicateName, problemRules } from './rules/load-rules.ts';
import { sideEffectRules } from './rules/side-effect-rules.ts';

export const loadCheck = defineCheck({
  name: 'load',
  title: 'n8n can load every node and credential',
  docs: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/node-file-structure/',
  modes: ['project', 'package'],
  essential: true,
  cacheVersion: 'built in',
  timeout: 240,
  rules: [...Object.values(problemRules), ...documentationOf(sideEffectRules), duplicateName],
  async *run(context) {
    const subject = await requireManifest(context);
    const loaded = await context.service(loadedPackage);
    const unchecked = new Map<LoadedFile, string>();
    for (const file of loaded.files) {
      const why = (await whyUnchecked(file, loaded, context)) ?? (await unparsed(file, loaded, context));
      if (why !== undefined) unchecked.set(file, why);
    }
    const judged = loaded.files.filter((file) => !unchecked.has(file));
    const faults: Observation[] = [];
    for (const file of judged)
      if (file.problem) faults.push(await observeProblem(file, file.problem, { loaded, ...subject, context }));
    faults.splice(0, faults.length, ...onceByPlace(onceByFormat(faults, subject)));
    faults.push(...duplicateNames(loaded.files));
    for await (const violation of sideEffectViolations(loaded, context)) faults.push(violation);
    // n8n refuses a package without nodes, which the check `manifest` reports.
    if (faults.length === 0) await requireNodes(context);
    const bundler = bundlerOf(loaded);
    const reasons = reasonsOf(unchecked).filter((why) => bundler === undefined || !why.includes(`\`${bundler}\``));
    if (bundler !== undefined) reasons.unshift(`the build step \`${bundler}\` is not run`);
    // A check that loaded only a part of the package and found nothing has not passed.
    if (faults.length === 0 && reasons.length > 0) context.skip(reasons.slice(0, 10).join('; '));
    for (const reason of reasons) context.notChecked(reason);
    for (const specifier of standInsFor(loaded, subject))
      context.notChecked('dependencies do not run here: stubs replaced them', specifier);
    for (const name of loaded.undeclared)
      context.notChecked('package.json does not have the import, which may be a dependency of a dependency', name);
    yield* faults;
  },
});

/** Says that the source has a syntax error, if n8n's linter reports it: TypeScript compiles such files all the same. */
async function unparsed(
  { path, source, problem }: LoadedFile,
  { project }: LoadedPackage,
  context: CheckContext,
): Promise<string | undefined> {
  // What TypeScript makes of it is not what its author wrote, whether it loads or not.
  const isMended = project?.compiled?.diagnostics.some(
    ({ code, file }) => file === source && code > 1000 && code < 2000,
  );
  if (source === undefined || !(isMended || problem?.cause?.name === 'SyntaxError')) return undefined;
  const others = await otherFindings(context, ['source-syntax']);
  return others.supersede(['source-syntax'], { file: source })
    ? `${source}, from which ${path} is compiled, has a syntax error that "nodes" reports`
    : undefined;
}

const andOthers = (text: string, others: number) =>
  others === 0 ? text : `${text} (and ${counted(others, 'more file')})`;

/** Each reason once, with the first of its files. */
function reasonsOf(unchecked: ReadonlyMap<LoadedFile, string>): string[] {
  const alike = Map.groupBy(unchecked, ([{ path }, why]) => why.replace(path, ''));
  return [...alike.values()].map(([first, ...others]) => {
    const [, why = ''] = first ?? [];
    return andOthers(why, others.length);
  });
}

/** What is at one place of a source is one fault, whatever the number of declared files that import it. */
function onceByPlace(faults: readonly Observation[]): Observation[] {
  const placeOf = ({ code, file, line, message }: Observation) =>
    line === undefined ? message : `${code} ${file}:${line} ${message.replace(/^\S+ /, '')}`;
  return [...Map.groupBy(faults, placeOf).values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, message: andOthers(first.message, others.length) }] : [],
  );
}

/** package.json or the compiler sets the module format of all files, so one finding is enough. */
function onceByFormat(faults: readonly Observation[], { manifest, at }: ManifestSubject): Observation[] {
  const [first, ...others] = faults.filter(({ code }) => code === problemRules['module-format'].code);
  if (!first) return [...faults];
  const message = andOthers(first.message, others.length);
  const location = first.message.includes('it is CommonJS') && manifest['type'] === 'module' ? at('type') : {};
  return [{ ...first, message, ...location }, ...faults.filter(({ code }) => code !== first.code)];
}

/** The stubs of the package's own dependencies; those for modules of n8n do not concern the author. */
function standInsFor({ standIns }: LoadedPackage, { manifest }: ManifestSubject): string[] {
  const dependencies = recordOf(manifest['dependencies']) ?? {};
  return standIns.filter((specifier) => Object.hasOwn(dependencies, packageOfSpecifier(specifier) ?? ''));
}

/** Nodes and credentials that replace each other. */
function* duplicateNames(files: readonly LoadedFile[]): Generator<Observation> {
  const owners: Record<DeclarationList, Map<string, LoadedFile>> = { nodes: new Map(), credentials: new Map() };
  for (const file of files) {
    const name = (file.node ?? file.credential)?.name;
    if (name === undefined) continue;
    const first = owners[file.list].get(name);
    owners[file.list].set(name, first ?? file);
    // Another rule reports a file that is declared twice.
    if (!first || first.file === file.file) continue;
    const what = file.list === 'nodes' ? 'node' : 'credential';
    yield {
      code: duplicateName.code,
      message: `${file.path}: the ${what} "${name}" is already defined in ${first.path}`,
      ...((file.source ?? file.file) && { file: file.source ?? file.file }),
    };
  }
}

/** The side effects of files during load, once for each kind and file. */
async function* sideEffectViolations(loaded: LoadedPackage, context: CheckContext): AsyncGenerator<Observation> {
  const files = loaded.files.filter(({ sideEffects = [] }) => sideEffects.length > 0);
  if (files.length === 0) return;
  const others = await otherFindings(
    context,
    sideEffectRules.flatMap(({ supersededBy }) => supersededBy ?? []),
  );
  const seen = new Set<string>();
  for await (const { rule, violation } of violationsOf(sideEffectRules, {
    files,
    tree: await sourceTree(context, loaded),
  })) {
    const { file = '' } = violation;
    if (seen.has(`${rule.code} ${file}`) || others.supersede(rule.supersededBy, { file })) continue;
    seen.add(`${rule.code} ${file}`);
    yield { code: rule.code, ...violation };
  }
}
