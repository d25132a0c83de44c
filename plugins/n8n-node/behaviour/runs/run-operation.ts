import type { INodeType } from 'n8n-workflow';
import { wordsOfDescription } from '../engine/plain-description.ts';
import { type Prepared, traceHead } from '../engine/prepare-node.ts';
import type { PlannedOperation } from '../plan/run-input.ts';
import type { Wishes } from '../simulated/marking.ts';
import { errorOutput, hasEnded, lacksItem } from '../trace/ending.ts';
import { parameterOf } from '../trace/marks.ts';
import { isWrite } from '../trace/request.ts';
import type { Run } from '../trace/run.ts';
import type { OperationTrace } from '../trace/trace.ts';
import { most } from '../trace/trace-limits.ts';
import { choicesWithoutEffect } from './choices-without-effect.ts';
import { endlessPageOf } from './endless-pages.ts';
import { endlessPollingOf } from './endless-polling.ts';
import { firstItemValues } from './first-item-values.ts';
import { ineffectiveOf } from './ineffective-parameters.ts';
import { keptForOther } from './kept-for-other.ts';
import { learnAnswers, noneHopeless } from './learn-answers.ts';
import type { Learned } from './learned.ts';
import { listedValues } from './listed-values.ts';
import { lostStart } from './lost-start.ts';
import { misplacedValue } from './misplaced-value.ts';
import type { Stage, Trace } from './observe-run.ts';
import { type OneRun, oneRun } from './one-run.ts';
import { ignoresSecrets, sendsSameWithOther } from './other-secrets.ts';
import { outputsNothing } from './outputs-nothing.ts';
import { absentOf, ownParameters, readsNothing } from './own-parameters.ts';
import { partlyFailing } from './partly-failing.ts';
import { runFields, runSwitches } from './run-fields.ts';
import { traceLists } from './run-lists.ts';
import { runPages, tracePages } from './run-pages.ts';
import { traceVariants } from './run-variants.ts';
import { unescapedOf } from './unescaped-values.ts';
import { ofEngine, unknownIn } from './unknown-parameters.ts';
import { unusedWithAny } from './unused-with-any.ts';
import { zeroReplaced } from './zero-values.ts';

/** Runs one operation, and again with the other values of its parameters under which it does something else. */
export const traceOperation: Trace = async (operation, type, stage) => {
  const learned = await learnOperation(operation, type, stage);
  const trace = await comparedRuns(operation, type, learned, stage);
  const { variants, isCut } = await traceVariants(operation, type, learned, stage, {
    learn: (one, wishes) => learnOperation(one, type, stage, wishes),
    compare: (one, known) => comparedRuns(one, type, known, stage, true),
  });
  return { ...trace, ...(isCut && { isCut }), ...(variants.length > 0 && { variants }) };
};

/** n8n gives one item to a node without an input for items, also where an agent calls it. */
const itemsOf = ({ description: { inputs } }: INodeType) =>
  !Array.isArray(inputs) || inputs.some((input) => typeOf(input) === 'main') ? [0, 1, 2] : [0];
const typeOf = (input: string | { type: string }) => (typeof input === 'string' ? input : input.type);

/** Finds out how an operation runs with several items; with one, if that is what it takes. */
async function learnOperation(
  operation: PlannedOperation,
  type: INodeType,
  stage: Stage,
  wishes?: Wishes,
): Promise<Learned> {
  const items = itemsOf(type);
  const learned = await learnWith(items, operation, type, stage, wishes);
  const error = failureBefore(learned.plain);
  if (items.length === 1 || error === undefined) return learned;
  const single = await oneRun(learned.prepared, { kind: 'single', items: [0], number: 1, ...learned.answers }, stage);
  if (failureOf(single) === error) return learned;
  const one = await learnWith([0], operation, type, stage, wishes);
  return hasEnded(one.plain) && failureOf(one.plain) === undefined
    ? { ...one, several: { ...learned.plain, kind: 'several' } }
    : learned;
}

const failureOf = (run: Run) => run.thrown?.message ?? errorOutput(run);

/** How it fails before it asks the API for anything, or at an item that it does not find. */
const failureBefore = (run: Run) =>
  run.requests.length === 0 || (run.thrown && lacksItem(run.thrown)) ? failureOf(run) : undefined;

function learnWith(
  items: readonly number[],
  operation: PlannedOperation,
  type: INodeType,
  stage: Stage,
  wishes?: Wishes,
): Promise<Learned> {
  stage.engine.reads();
  const listed = (refused: Learned) => listedValues(operation, type, refused, stage);
  return learnAnswers(operation, { type, ...stage, ...(wishes && { wishes }), listed }, (one, given, kind) =>
    oneRun(
      one,
      kind === 'record' ? { kind, items: [0], number: 0, ...given } : { kind, items, number: 1, ...given },
      stage,
    ),
  );
}

/** Runs one operation in all ways that are compared. */
async function comparedRuns(
  operation: PlannedOperation,
  type: INodeType,
  learned: Learned,
  stage: Stage,
  isVariant = false,
): Promise<OperationTrace> {
  const { prepared, answers, plain, several, bare, refusedJson, schemeless } = learned;
  const all = Array.from({ length: plain.items }, (_, item) => item);
  const run = (options: Omit<OneRun, 'shapes' | 'usual'>) => oneRun(prepared, { ...answers, ...options }, stage);
  const runs: Run[] = [];
  const trace = {
    ...traceHead(operation, prepared),
    runs,
    ...(refusedJson && {
      refusedJson: {
        name: refusedJson.name.slice(0, most.name),
        message: refusedJson.message.slice(0, most.text),
      },
    }),
    ...(schemeless && {
      schemeless: {
        credential: schemeless.credential.slice(0, most.name),
        field: schemeless.field.slice(0, most.name),
      },
    }),
  };
  runs.push(plain);
  if (several) runs.push(several);
  if (bare) runs.push(bare);
  if (plain.given || (plain.thrown && !lacksItem(plain.thrown))) {
    const endlessPage = endlessPageOf(plain, prepared, stage);
    const absent = absentOf(stage.engine.reads(), prepared, type);
    return { ...trace, ...absent, ...(endlessPage !== undefined && { endlessPage }) };
  }
  const single = await run({ kind: 'single', items: [1], number: 2 });
  runs.push(single);
  if (plain.thrown) return trace;
  if (plain.requests.length === 0) {
    const isIdle = readsNothing(operation, { plain, prepared, read: stage.engine.reads() }, stage);
    const kept = isVariant || answers.shapes.size > 0 ? await keptForOther(operation, learned, stage) : undefined;
    return { ...trace, ...(isIdle && { isIdle }), ...(kept && { keepsForOther: kept }) };
  }
  const fields = await runFields(operation, type, { prepared, answers, plain }, stage);
  if (fields) runs.push(fields.run);
  if (fields?.unset) runs.push({ ...fields.unset, kind: 'unset' });
  // Where there are fewer items, they were filtered; where there are none, nobody knows what the filter would do.
  const isWhole = fields?.run.count === plain.count && (plain.count > 0 || plain.requests.some(isWrite));
  runs.push(...(await runSwitches(operation, type, { prepared: fields?.prepared ?? prepared, answers, plain }, stage)));
  const full = fields?.prepared ?? prepared;
  const again = (one: Prepared, hear?: OneRun['hear']) =>
    oneRun(one, { kind: 'fields', items: [0], number: 9, ...answers, ...(hear && { hear }) }, stage);
  const filledIn = { prepared: full, run: fields?.run ?? plain, engine: stage.engine, again };
  const ineffectiveIn = async (filled: typeof filledIn) => [
    ...(await ineffectiveOf(operation, type, filled)),
    ...(isVariant ? [] : await choicesWithoutEffect(operation, type, filled)),
  ];
  const ineffectiveNow = await ineffectiveIn(filledIn);
  // What other values of parameters do not change.
  const replaced = isVariant ? [] : await zeroReplaced(operation, type, filledIn);
  const misplacedNow = isVariant
    ? undefined
    : ((await lostStart(operation, type, filledIn)) ?? (await misplacedValue(operation, type, filledIn)));
  const unescaped = isVariant ? [] : await unescapedOf(operation, type, filledIn);
  // One of the switches that are on may be there to ignore failures.
  if (prepared.wishes.switches !== true) {
    const failing = await run({ kind: 'failing', items: all, number: 3, fails: () => true });
    runs.push(failing);
    runs.push(await run({ kind: 'denied', items: [0], number: 3, fails: () => true, status: 401 }));
    if (plain.requests.some(isWrite))
      runs.push(await run({ kind: 'absent', items: [0], number: 3, fails: () => true, status: 404 }));
    // One that never gives up would not do so in these runs either.
    if (!failing.given) runs.push(...(await partlyFailing(plain, { answers, prepared }, all, run, stage)));
  }
  if (plain.outputs?.flat().some(({ files }) => files !== undefined))
    runs.push(await run({ kind: 'bytes', items: all, number: 6, known: { ...answers.known, isBytes: true } }));
  const allPages = await runPages(operation, type, { prepared }, stage);
  runs.push(...allPages);
  const [endlessPage] = allPages.flatMap((one) => endlessPageOf(one, prepared, stage) ?? []);
  const ofPages = isVariant
    ? {}
    : {
        ...(endlessPage !== undefined && { endlessPage }),
        ...(await tracePages(operation, type, { prepared, answers, plain, single, filled: filledIn }, stage)),
      };
  const ofLists = await traceLists(operation, type, { prepared, answers, single }, stage);
  const read = stage.engine.reads();
  // What it can use with another credential says nothing of the operations after it.
  const apart = { ...stage, hopeless: noneHopeless() };
  const unused = {
    unread: ownParameters(operation, prepared, stage)
      .filter((name) => !read.has(name) && !ofTool.has(name))
      .slice(0, 100),
    unsent: isWhole ? fields.unsent : [],
    unseen: isWhole ? fields.unseen : [],
    ineffective: ineffectiveNow,
    ...(misplacedNow && { misplaced: misplacedNow }),
  };
  const { unread, unsent, unseen, ineffective, misplaced, sentElsewhere } = await unusedWithAny(
    operation,
    type,
    {
      unused,
      filled: filledIn,
      plain,
      ineffectiveIn,
      learn: () => learnOperation(operation, type, apart, prepared.wishes),
    },
    stage,
  );
  const unknown = unknownIn(read, type, unread);
  const words = unread.length > 0 ? wordsOfDescription(type) : undefined;
  const useless =
    words === undefined
      ? []
      : unread.filter((name) => /^[\w$]+$/.test(name) && !words.has(name) && !ofEngine.includes(name));
  // Now that it is known what it reads: with other values, it may read more.
  const ofFirstItem = isVariant ? [] : await firstItemValues(operation, type, { prepared, answers, plain }, stage);
  const isOfOther =
    isAuthorized(plain) &&
    !sendsOwnToken(plain, prepared) &&
    stage.seen.hasSentSecret &&
    (await sendsSameWithOther(plain, { prepared, answers }, stage));
  const isMute = !isVariant && (await outputsNothing({ prepared, answers, plain }, stage));
  const kept = isVariant ? undefined : await keptForOther(operation, learned, stage);
  const endlessPolling = isVariant ? undefined : await endlessPollingOf({ prepared, answers }, stage);
  const isWithoutSecret = !isVariant && (await ignoresSecrets(operation, plain, { prepared, answers }, stage));
  return {
    ...trace,
    unread,
    ...(useless.length > 0 && { useless }),
    ...(unsent.length > 0 && { unsent }),
    ...(unseen.length > 0 && { unseen }),
    ...(ineffective.length > 0 && { ineffective }),
    ...(replaced.length > 0 && { zeroReplaced: replaced }),
    ...(misplaced && { misplaced }),
    ...(sentElsewhere.length > 0 && { sentElsewhere }),
    ...(unescaped.length > 0 && { unescaped }),
    ...(ofFirstItem.length > 0 && { ofFirstItem }),
    ...ofPages,
    ...ofLists,
    ...(unknown.length > 0 && { unknown }),
    ...(isOfOther && { isOfOther }),
    ...(kept && { keepsForOther: kept }),
    ...(endlessPolling !== undefined && { endlessPolling }),
    ...(isWithoutSecret && { ignoresSecrets: true }),
    ...(isMute && { outputsNothing: true }),
  };
}

/** What n8n reads of a node that an agent uses: n8n-core 2.41, create-node-as-tool. */
const ofTool: ReadonlySet<string> = new Set(['toolDescription', 'descriptionType']);

/** Whether each request has something by which the API knows the user, and no secret. */
const isAuthorized = ({ requests }: Run) => requests.every(({ secrets, hasToken }) => secrets.length === 0 && hasToken);

/** Whether the user may be known by the value of a parameter. */
const sendsOwnToken = ({ requests }: Run, { marking: { names } }: Prepared) =>
  requests.some(
    ({ marks, isEntered }) => isEntered || marks.some((mark) => ofUser.test(names[parameterOf(mark)] ?? '')),
  );
const ofUser = /token|api_?key|session|authorization|bearer/i;
