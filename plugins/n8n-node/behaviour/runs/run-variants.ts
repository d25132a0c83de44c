import type { INodeProperties, INodeType } from 'n8n-workflow';
import type { Engine } from '../engine/engine.ts';
import { isShown, type Prepared, prepareNode } from '../engine/prepare-node.ts';
import { type PlannedOperation, withValues } from '../plan/run-input.ts';
import type { Wishes } from '../simulated/marking.ts';
import { hasAskedList } from '../simulated/recorder.ts';
import { safeDecode } from '../simulated/request-text.ts';
import { noWishes } from '../simulated/wishes.ts';
import { hasEnded } from '../trace/ending.ts';
import { parameterOf, withoutValues } from '../trace/marks.ts';
import { withoutQuery } from '../trace/request.ts';
import type { Run } from '../trace/run.ts';
import type { OperationTrace } from '../trace/trace.ts';
import { most } from '../trace/trace-limits.ts';
import type { Answers, Learned } from './learned.ts';
import type { Stage, Trace } from './observe-run.ts';
import { type OneRun, oneRun } from './one-run.ts';
import { errorOf, isRefusal, isUnusable } from './run-failures.ts';
import { isFirst } from './tried-variants.ts';

/** Values of one parameter that are tried. */
const maxValues = 12;

type Variant = NonNullable<OperationTrace['variants']>[number];

/** What is other in a variant. */
interface Change extends Pick<Variant, 'parameter' | 'value'> {
  operation: PlannedOperation;
  wishes: Wishes;
}

/** Finds out how an operation runs, and runs it in all ways that are compared. */
interface Ways {
  learn(operation: PlannedOperation, wishes: Wishes): Promise<Learned>;
  compare(operation: PlannedOperation, learned: Learned): Promise<OperationTrace>;
}

/**
 * Runs an operation once with each other value that users can select for its parameters, and with a list as the response
 * where it may be one; and in all ways with those under which it sends other requests, gives other output, or fails.
 */
export async function traceVariants(
  operation: PlannedOperation,
  type: INodeType,
  { prepared, answers, plain }: Learned,
  stage: Stage,
  ways: Ways,
): Promise<{ variants: Variant[]; isCut: boolean }> {
  const { learn, compare } = ways;
  const found: Variant[] = [];
  let isCut = false;
  if (operation.kind !== 'execute') return { variants: found, isCut };
  if (isRefusal(plain) || (isUnusable(plain) && ofValue.test(errorOf(plain))))
    return { variants: await tryOthers(operation, type, { prepared, answers, plain }, stage, ways), isCut };
  if (!hasEnded(plain)) return { variants: found, isCut };
  const known = new Set([workOf(plain, prepared.marking.names), workOf(plain)]);
  const { left } = stage.variants;
  const isOver = () => left.compared <= 0 || left.traced <= 0 || found.length >= most.variants;
  for (const { operation: one, wishes, ...change } of changesOf(operation, prepared, stage)) {
    isCut = isOver();
    if (isCut) break;
    const other = prepareNode(one, type, wishes, stage.engine);
    left.compared--;
    const run = await runLike(plain, other, answers, stage);
    // All optional fields are in another run, too.
    const work = workOf(run, change.parameter === undefined ? undefined : other.marking.names);
    if (known.has(work)) continue;
    known.add(work);
    left.traced--;
    found.push({ ...(await compare(one, await learn(one, wishes))), ...change });
  }
  if (getsMany(operation, plain) && [...answers.shapes.values()].some(hasAskedList) && !isOver()) {
    const listed: Answers = { ...answers, known: { ...answers.known, hasLists: true } };
    left.compared--;
    const run = await runLike(plain, prepared, { ...listed, kind: 'plain' }, stage);
    if (hasEnded(run))
      found.push({ ...(await compare(operation, { prepared, answers: listed, plain: run })), isListed: true });
  }
  return { variants: found, isCut };
}

/** What an error says that is about a value of the node, although something was requested before it. */
const ofValue = /\bmust be (?:an? )?(?:positive|non-?\w+|valid|integer|number|greater)\b/i;

/** Runs an operation as it ran before, with other values or answers; where it asks from matters only of a plain run. */
const runLike = (run: Run, one: Prepared, options: Answers & Partial<OneRun>, stage: Stage) => {
  const items = Array.from({ length: run.items }, (_, item) => item);
  return oneRun(one, { kind: 'fields', items, number: 1, ...options }, stage);
};

/** Values of parameters that are tried for an operation that refuses the usual ones, and errors that are looked at. */
const maxOthers = { values: 24, errors: 3 };
/** Runs with other values for all operations that are refused for one reason. */
const maxForReason = 72;

/**
 * Runs an operation that refuses what it is given in all ways with another value of a parameter: with one that it takes, or
 * that it refuses for another reason.
 */
async function tryOthers(
  operation: PlannedOperation,
  type: INodeType,
  { prepared, answers, plain }: Learned,
  stage: Stage,
  { learn, compare }: Ways,
): Promise<Variant[]> {
  const found: Variant[] = [];
  const error = errorOf(plain);
  const others = changesOf(operation, prepared, stage, true).filter(({ parameter }) => parameter !== undefined);
  for (const { operation: one, wishes, ...change } of others.slice(0, maxOthers.values)) {
    const left = stage.variants.others.get(error) ?? maxForReason;
    if (left <= 0 || found.length >= maxOthers.errors) break;
    stage.variants.others.set(error, left - 1);
    const other = prepareNode(one, type, wishes, stage.engine);
    if (errorOf(await runLike(plain, other, answers, stage)) === error) continue;
    const learned = await learn(one, wishes);
    found.push({ ...(await compare(one, learned)), ...change });
    if (hasEnded(learned.plain)) break;
  }
  return found;
}

/** Values of a trigger that are tried. */
const maxEvents = 8;

/** Runs a trigger, and again with the other values that users can select for it: another event. */
export const withEvents =
  (trace: Trace): Trace =>
  async (operation, type, stage) => {
    const usual = await trace(operation, type, stage);
    const prepared = prepareNode(operation, type, noWishes, stage.engine);
    const variants: Variant[] = [];
    let isCut = false;
    for (const change of changesOf(operation, prepared, stage)) {
      const { operation: one, parameter, value } = change;
      if (typeof value !== 'string' || parameter === undefined || parameter.length > most.name) continue;
      isCut = variants.length >= maxEvents || stage.variants.left.traced <= 0;
      if (isCut) break;
      stage.variants.left.traced--;
      variants.push({ ...(await trace(one, type, stage)), parameter, value });
    }
    return { ...usual, ...(isCut && { isCut }), ...(variants.length > 0 && { variants }) };
  };

/** Whether an operation is there to get several entries, as its name says: others answer with one, and only share code with it. */
function getsMany({ choices: { operation } }: PlannedOperation, { requests }: Run): boolean {
  const last = requests.at(-1);
  const isMany = /^(?:list|search)(?![a-z])|^get.*(?:All|Many)|All$/.test(String(operation ?? ''));
  return isMany && last !== undefined && (last.method === 'GET' || asksForMany.test(withoutQuery(last.url)));
}

/** Where APIs of procedures list entries: `POST /documents.list` */
const asksForMany = /[./](?:list|search|query)$/i;

/**
 * What a run did, but for values: the same for two of which one proves nothing that the other does not.
 * @param names of parameters, by number; without, only the items of values count
 */
function workOf(run: Run, names?: readonly string[]): string {
  const requests = run.requests.map(({ method, url, marks, secrets, flaws }) => {
    const values = marks.map((mark) => `${mark.split('.')[0]} ${names ? (names[parameterOf(mark)] ?? 'file') : ''}`);
    return [method, withoutValues(safeDecode(withoutQuery(url))), [...new Set(values)].sort(), secrets, flaws];
  });
  const outputs = run.outputs?.map((all) => all.map(({ digest: _, ...output }) => output));
  const error = withoutValues(run.thrown?.message ?? '');
  return JSON.stringify([requests, outputs, error, run.shapeless, run.changed, run.logged]);
}

/**
 * The values that the editor offers for the parameters of an operation beside those that it has; at last all optional fields.
 * @param isWhole also values that were tried with other operations
 */
export function changesOf(operation: PlannedOperation, prepared: Prepared, stage: Stage, isWhole = false): Change[] {
  const { wishes } = prepared;
  const changes = prepared.type.description.properties.flatMap((property) => {
    const { name: parameter } = property;
    const isGiven = Object.hasOwn(operation.choices, parameter) || Object.hasOwn(operation.values ?? {}, parameter);
    if (isGiven || !isShown(property, prepared, stage.engine)) return [];
    return valuesOf(property, prepared, stage.engine)
      .filter((value) => value !== prepared.node.parameters[parameter])
      .filter((value) => isWhole || !isOfAll(property, operation) || isFirst(stage.variants, parameter, value))
      .slice(0, maxValues)
      .map((value): Change => ({ operation: withValue(operation, parameter, value), wishes, parameter, value }));
  });
  return [...changes, { operation, wishes: { ...wishes, fields: 'all', switches: true } }];
}

function withValue(
  operation: PlannedOperation,
  parameter: string,
  value: NonNullable<Variant['value']>,
): PlannedOperation {
  return typeof value === 'object'
    ? withValues(operation, { [parameter]: value })
    : { ...operation, choices: { ...operation.choices, [parameter]: value } };
}

/** The values that the editor offers for a parameter that is no free text or number. */
export function valuesOf(
  { type, options = [] }: INodeProperties,
  prepared: Prepared,
  engine: Engine,
): NonNullable<Variant['value']>[] {
  if (type === 'boolean') return [true, false];
  const values = options.flatMap((option) => {
    if (!('value' in option) || option.value === '' || !isShown(option, prepared, engine)) return [];
    return typeof option.value === 'string' && option.value.length > most.name ? [] : [option.value];
  });
  if (type === 'multiOptions') return values.length > 1 ? [values.slice(0, most.values)] : [];
  return type === 'options' ? values : [];
}

/** Whether a node shows a parameter whatever the operation is. */
function isOfAll({ displayOptions: { show = {} } = {} }: INodeProperties, { choices }: PlannedOperation): boolean {
  const names = Object.keys(choices);
  return names.length > 0 && !names.some((name) => Object.hasOwn(show, name) || Object.hasOwn(show, `/${name}`));
}
