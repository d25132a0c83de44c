import Type, { type Static } from 'typebox';
import type { CheckContext } from '../../../kernel/check.ts';
import { digestOf } from '../../../kernel/digest.ts';
import { guard } from '../../../kernel/guard.ts';
import { memoize } from '../memoize.ts';
import { moduleClosures } from './module-closure.ts';
import type { PlannedOperation } from './plan/run-input.ts';
import {
  batchesOf,
  type EngineChild,
  type EnginePlace,
  plainOperation,
  type RunOrder,
  runInChildren,
  startEngine,
} from './run-in-children.ts';
import { OperationTrace } from './trace/trace.ts';

/** Operations of a node that run in one child, in their order; a large node has several units. */
interface Unit {
  /** A digest of everything that its traces depend on, but for what ran in the same child. */
  key: string;
  operations: readonly PlannedOperation[];
}

/** Operations of one unit. */
const maxUnit = 100;

/** What ran in one child: each unit could change what the others saw, so that their traces are of use only together. */
const Company = Type.Object({
  /** Keys of the units. */
  units: Type.Array(Type.String()),
  /** Keys of those of which little is known, perhaps for want of time. */
  late: Type.Array(Type.String()),
  /** By unit; absent if there are late ones. */
  traces: Type.Optional(Type.Array(Type.Array(OperationTrace))),
});
type Company = Static<typeof Company>;
const PreviousRuns = Type.Object({
  /** A digest of the compiled and copied files. */
  built: Type.String(),
  companies: Type.Array(Company),
});
type PreviousRuns = Static<typeof PreviousRuns>;
const previousRunsGuard = guard(PreviousRuns);

const name = 'runs of operations';

/** What is known of the previous run; undefined if nothing is, so that everything has to run. */
export const previousRuns = (
  { memory }: Pick<CheckContext, 'memory'>,
  { packages }: Pick<RunOrder, 'packages'>,
): PreviousRuns | undefined => (isKept(memory, packages) ? memory.previous(name, previousRunsGuard.is) : undefined);

/** Starts n8n's engine, which loads while the package is loaded, if something will probably have to run. */
export async function engineAhead(
  context: Pick<CheckContext, 'sandbox' | 'signal'>,
  place: EnginePlace,
  previous: PreviousRuns | undefined,
): Promise<EngineChild | undefined> {
  return previous && (await builtDigest(place)) === previous.built ? undefined : startEngine(context, place);
}

const nothingBuilt = {};

/** Asked for before the package is loaded, and after its operations have run. */
const digestOfBuilt = memoize((built: object) => digestOf(JSON.stringify(Object.entries(built).sort())));

const builtDigest = async ({ laid }: EnginePlace) => digestOfBuilt((await laid) ?? nothingBuilt);

/** What is installed for the package may be other code the next time. */
const isKept = ({ enabled }: CheckContext['memory'], packages: string | undefined) => enabled && packages === undefined;

/**
 * Runs operations, except those whose traces are known from the previous run, with everything that ran in their child.
 * What has changed runs apart from what has not, so that the next change leaves more of it as it is.
 * @param options.previous see `previousRuns`
 * @param options.started a child for the first of what has to run
 * @returns as `runInChildren`
 */
export async function rememberedRuns(
  context: Pick<CheckContext, 'files' | 'memory' | 'sandbox' | 'signal'>,
  order: RunOrder,
  operations: readonly PlannedOperation[],
  { previous, started }: { previous?: PreviousRuns | undefined; started?: EngineChild | undefined } = {},
): Promise<Awaited<ReturnType<typeof runInChildren>>> {
  const { memory } = context;
  const units = await unitsOf(context, order, operations);
  const left = new Map(units.map((unit) => [unit.key, unit]));
  const before = previous?.companies ?? [];
  const known = before.filter(({ units: keys, traces }) => traces && keys.every((key) => left.has(key)));
  const traces = new Map<number, OperationTrace>();
  for (const company of known) {
    for (const [at, key] of company.units.entries()) {
      for (const [nth, { index }] of (left.get(key)?.operations ?? []).entries()) {
        const trace = company.traces?.[at]?.[nth];
        if (trace) traces.set(index, { ...trace, index });
      }
      left.delete(key);
    }
  }
  const steady = new Set(before.flatMap(({ units: keys, late }) => keys.filter((key) => !late.includes(key))));
  const { true: same = [], false: changed = [] } = Object.groupBy(left.values(), ({ key }) => `${steady.has(key)}`);
  const batches = [...batchesOf(changed, started !== undefined), ...batchesOf(same, false)];
  const ran = await runInChildren(
    context,
    order,
    batches.map((batch) => batch.flatMap((unit) => unit.operations)),
    started,
  );
  for (const [index, trace] of ran.traces) traces.set(index, trace);
  if (isKept(memory, order.packages) && ran.failed === undefined) {
    const built = await builtDigest(order);
    if (batches.length > 0 || built !== previous?.built)
      memory.store(name, { built, companies: [...known, ...batches.map((batch) => companyOf(batch, ran.traces))] });
  }
  return { traces, failed: ran.failed };
}

function companyOf(batch: readonly Unit[], traces: ReadonlyMap<number, OperationTrace>): Company {
  const all = batch.map((unit) => unit.operations.flatMap(({ index }) => traces.get(index) ?? []));
  const late = batch.flatMap(({ key, operations }, at) =>
    all[at]?.length !== operations.length || all[at].some(isLate) ? [key] : [],
  );
  return { units: batch.map(({ key }) => key), late, ...(late.length === 0 && { traces: all }) };
}

/** Whether it may be another trace the next time. */
const isLate = ({ unrun, runs }: OperationTrace) => unrun !== undefined || runs.some(({ given }) => given === 'time');

async function unitsOf(
  { files, memory }: Pick<CheckContext, 'files' | 'memory'>,
  { laid, credentials, credentialValues, hostCredentials, responses, missing, kit }: RunOrder,
  operations: readonly PlannedOperation[],
): Promise<Unit[]> {
  const closureOf = moduleClosures(files, await laid);
  const ofAll = memory.enabled
    ? JSON.stringify([
        await Promise.all(credentials.map(closureOf)),
        credentials,
        credentialValues,
        hostCredentials,
        responses,
        missing,
        kit,
      ])
    : '';
  const units: Unit[] = [];
  for (const [path, own] of Map.groupBy(operations, (operation) => operation.path)) {
    const closure = memory.enabled ? await closureOf(path) : '';
    for (let at = 0; at < own.length; at += maxUnit) {
      const some = own.slice(at, at + maxUnit).map((one, nth) => ({ ...one, isFirst: nth === 0 }));
      const all = [ofAll, closure, at, some.map((one) => ({ ...plainOperation(one), index: 0 }))];
      units.push({ key: digestOf(JSON.stringify(all)), operations: some });
    }
  }
  return units;
}
