import type { CheckContext } from '../../../kernel/check.ts';
import type { Kits } from '../../../kernel/kits.ts';
import type { InstalledPackages } from '../../../kernel/packages.ts';
import { loadedPackage } from '../loader/loaded-package.ts';
import { type DescribedCredential, describeCredential } from '../model/descriptions/described-credential.ts';
import { type DescribedNode, describeNode } from '../model/descriptions/described-node.ts';
import { isPrimitive, shown } from '../model/parameters/plain.ts';
import { currentRelease, isInKit, ofN8nItself } from '../n8n/kit.ts';
import { ownNames } from '../n8n/own-names.ts';
import { dependencyRanges, recordOf } from '../project/manifest/manifest-fields.ts';
import { packageOfSpecifier } from '../project/package-of-specifier.ts';
import { laidProject } from '../typescript/compiled-project.ts';
import { aiPackages } from './ai-packages.ts';
import { reasonToLeaveOut, valuesFor } from './plan/chosen-operations.ts';
import { type Planned, planOperations } from './plan/plan-operations.ts';
import type { ProjectSettings } from './project-settings.ts';
import { engineAhead, previousRuns, rememberedRuns } from './remembered-runs.ts';
import { notRun } from './trace/ending.ts';
import type { Run } from './trace/run.ts';
import type { OperationTrace } from './trace/trace.ts';

/** An operation that was run, or why it was not. */
export interface RunOperation extends Planned {
  trace: OperationTrace;
  /** Why the author left it out. */
  leftOut?: string;
  /** The first run of a kind, with answers as an API gives them. */
  run(kind: Run['kind']): Run | undefined;
  /** The same operation where another value of a parameter makes it do something else. */
  variants: readonly Variant[];
}

/** An operation with other values. */
export interface Variant extends RunOperation {
  /** `with type = "file"` */
  change: string;
  /** With everything that is optional. */
  isWhole: boolean;
  /** With the same values: the API answers with a list. */
  isListed: boolean;
}

/** Operations, and what they are with other values. */
export const withVariants = (operations: readonly RunOperation[]): readonly RunOperation[] =>
  operations.flatMap((one) => [one, ...one.variants]);

export const isVariant = (operation: RunOperation): operation is Variant => 'change' in operation;

/** The operation with its usual values. */
export const usualOf = (variant: Variant, all: readonly RunOperation[]): RunOperation | undefined =>
  all.find(({ variants }) => variants.includes(variant));

/** All that was run of one node. */
export interface RunNode {
  node: DescribedNode;
  operations: readonly RunOperation[];
}

export interface RunPackage {
  nodes: readonly RunNode[];
  /** Operations beyond the limit. */
  left: number;
  /** Why n8n's engine does not start. */
  failed: string | undefined;
  /** Files of nodes that n8n would not load, as package.json has them. */
  unknown: readonly string[];
  /** Folder of the dependencies that were installed; undefined if there is none. */
  packages: string | undefined;
  /** The credentials of the package, by name. */
  ownCredentials: ReadonlyMap<string, DescribedCredential>;
}

/** Runs all operations of a package in n8n's engine. @param kit its folder */
export async function runPackage(
  context: CheckContext,
  kit: string,
  { config, responses }: ProjectSettings,
): Promise<RunPackage> {
  const installed = await installMissing(context, kit);
  const place = { kit, laid: laidProject(context), packages: installed.folder };
  const previous = previousRuns(context, place);
  // What keeps the project from being built is reported where the package is loaded.
  const ahead = engineAhead(context, place, previous).catch(() => undefined);
  await using _ahead = { [Symbol.asyncDispose]: async () => (await ahead)?.[Symbol.asyncDispose]() };
  const loaded = await context.service(loadedPackage);
  const usable = loaded.files.filter(({ problem, unseen, otherwise }) => !unseen && (!problem || otherwise));
  const nodes = usable.flatMap((file) => describeNode(file) ?? []);
  const own = usable.flatMap((file) => describeCredential(file) ?? []);
  const { planned, left } = planOperations(nodes, own);
  const unnamed = usable.flatMap(({ otherwise }) => otherwise?.packages ?? []);
  const ranges = Object.fromEntries(
    unnamed.flatMap((name) => {
      const range = rangeBesides(context, name);
      return range === undefined ? [] : [[name, range]];
    }),
  );
  const completed = Object.keys(ranges).length > 0 ? await installMissing(context, kit, ranges) : undefined;
  const { folder: packages } = completed ?? installed;
  // It may be a path that is not resolved: a package of that name would be somebody else's.
  const unknown = unnamed
    .filter((name) => !Object.hasOwn(ranges, name))
    .map((name) => [name, 'package.json does not name it']);
  const missing = { ...(completed ?? installed).missing, ...Object.fromEntries(unknown) };
  const order = {
    ...{ ...place, packages },
    credentials: loaded.files.flatMap(({ list, path, credential }) =>
      list === 'credentials' && credential ? [path] : [],
    ),
    credentialValues: config.credentials ?? {},
    hostCredentials: hostCredentials(nodes, own, context.kits),
    responses,
    missing,
  };
  const wanted = planned
    .filter((one) => reasonToLeaveOut(config, one) === undefined)
    .map((one) => ({ ...one, values: valuesFor(config, one) }));
  const { traces, failed } = await rememberedRuns(context, order, wanted, {
    previous,
    // It was started without the packages.
    started: completed ? undefined : await ahead,
  });
  const operations = planned.flatMap((one): RunOperation[] => {
    const leftOut = reasonToLeaveOut(config, one);
    if (leftOut !== undefined) return [{ ...one, ...ran(notRun(one.index, leftOut)), leftOut, variants: [] }];
    const trace = traces.get(one.index);
    return trace ? [{ ...one, ...ran(trace), variants: variantsOf(one, trace) }] : [];
  });
  return {
    nodes: nodes.map((node) => ({ node, operations: operations.filter((one) => one.node === node) })),
    left,
    failed,
    unknown: loaded.files.filter(({ list, node }) => list === 'nodes' && !node).map(({ path }) => path),
    packages,
    ownCredentials: new Map(own.map((one) => [one.name, one])),
  };
}

const ran = (trace: OperationTrace): Pick<RunOperation, 'trace' | 'run'> => ({
  trace,
  run: (kind) => trace.runs.find((run) => run.kind === kind && !run.isRecorded),
});

const variantsOf = (operation: Planned, { variants = [] }: OperationTrace): Variant[] =>
  variants.filter(isKnown(operation)).map(({ parameter, value, isListed, ...trace }) => ({
    ...operation,
    ...(parameter !== undefined && isPrimitive(value) && { choices: { ...operation.choices, [parameter]: value } }),
    change: isListed ? 'when the API returns a list' : changeOf(parameter, value),
    isWhole: parameter === undefined && !isListed,
    isListed: isListed === true,
    ...ran(trace),
    variants: [],
  }));

/** It was said beside code of the project. */
const isKnown =
  ({ of }: Planned) =>
  ({ parameter }: NonNullable<OperationTrace['variants']>[number]) =>
    parameter === undefined || of.parameters.named.has(parameter);

function changeOf(parameter: string | undefined, value: unknown): string {
  if (parameter === undefined) return 'with all optional fields and switches on';
  return isPrimitive(value) ? `with ${parameter} = ${shown(value)}` : `with all values of ${parameter}`;
}

/** The fields of the credentials of n8n itself that nodes use. */
function hostCredentials(nodes: readonly DescribedNode[], own: readonly DescribedCredential[], kits: Kits) {
  const { fieldsOf } = ownNames(currentRelease(kits));
  const used = nodes.flatMap(({ versions }) =>
    versions.flatMap(({ credentials }) => credentials.map(({ name }) => name)),
  );
  const foreign = [...new Set(used)].filter((name) => !own.some((one) => one.name === name)).sort();
  return Object.fromEntries(
    foreign.flatMap((name) => {
      const fields = fieldsOf(name);
      return fields === undefined ? [] : [[name, fields]];
    }),
  );
}

/** The range of a package that package.json names where n8n does not install it. */
function rangeBesides({ manifest = {} }: CheckContext, name: string): string | undefined {
  const ranges = ['devDependencies', 'peerDependencies', 'optionalDependencies'].flatMap(
    (field) => recordOf(manifest[field])?.[name] ?? [],
  );
  return ranges.find((range) => typeof range === 'string');
}

/**
 * Installs the dependencies that n8n would install, where it does not bring them itself.
 * @param besides ranges of packages that `dependencies` has to name, as the check `load` reports
 */
async function installMissing(
  context: CheckContext,
  kit: string,
  besides: Readonly<Record<string, string>> = {},
): Promise<InstalledPackages> {
  const all = Object.entries({
    ...besides,
    ...dependencyRanges(context.manifest),
  });
  const absent = all.filter(([name, range]) => !isInstalled(name, range, kit));
  const wanted = absent.filter(([name]) => !ofN8nItself.has(name));
  const tooLarge = absent.filter(([name]) => ofN8nItself.has(name));
  const { folder, missing } = await installNeeded(context, Object.fromEntries(wanted));
  const reasons = tooLarge.map(([name]) => [name, 'it is part of n8n, and too large']);
  return { folder, missing: { ...missing, ...Object.fromEntries(reasons) } };
}

/** Installs packages if there is a node, and those of AI if one supplies data. */
async function installNeeded(context: CheckContext, wanted: Readonly<Record<string, string>>) {
  const ofAi = aiPackages(context);
  const isWanted = Object.keys(wanted).length > 0;
  if (!isWanted && !ofAi) return nothingInstalled;
  const { files } = await context.service(loadedPackage);
  const supplies = files.some(({ node }) => node?.versions.some(({ methods }) => methods.includes('supplyData')));
  const isNeeded = isWanted ? files.some(({ node }) => node) : supplies;
  return isNeeded ? context.packages.install(wanted, supplies ? ofAi : undefined) : nothingInstalled;
}

const nothingInstalled: InstalledPackages = { folder: undefined, missing: {} };

/** Whether the kit brings a package in a version that the manifest asks for. */
const isInstalled = (name: string, range: string, kit: string): boolean =>
  name === 'n8n-workflow' || (packageOfSpecifier(name) === name && isInKit(kit, name, range));
