import type { INodeType } from 'n8n-workflow';
import { type Prepared, prepareNode, traceHead } from '../engine/prepare-node.ts';
import { comparedIn } from '../simulated/outcomes.ts';
import { type KnownValues, markLeaves } from '../simulated/recorder.ts';
import { haveSameDigests } from '../trace/digest.ts';
import { hasEnded } from '../trace/ending.ts';
import { parameterOf, withMarksOfRun } from '../trace/marks.ts';
import { addressOf } from '../trace/request.ts';
import type { Run } from '../trace/run.ts';
import { most } from '../trace/trace-limits.ts';
import { editorFault, entriesOf } from './editor-lists.ts';
import { ignoresFilter } from './ignores-filter.ts';
import { learnAnswers } from './learn-answers.ts';
import type { Answers, Learned } from './learned.ts';
import { losesCapitals, type Search } from './loses-capitals.ts';
import { observeRun, type Trace } from './observe-run.ts';
import { refusedCredentials } from './other-credentials.ts';
import { repeatedPage } from './repeated-page.ts';
import { swappedLabels } from './swapped-labels.ts';
import { outputsOf } from './traced-output.ts';

/** How often what is read of entries is learned further. */
const maxRounds = 3;

/** Parameters with another value that a list is asked for. */
const maxParameters = 5;
/** Milliseconds after which a user may select another value: what is only kept for calls at the same time is gone. */
const selectedLater = 2 * 60_000;
/** The number of a run that no other one has. */
const otherRun = 7;

/** Entries of a list that are looked at. */
const maxEntries = 200;

/** Calls a method of `loadOptions`, `listSearch` or `resourceMapping`, as the editor does for the list of a parameter. */
export const traceEditorMethod: Trace = async (operation, type, stage) => {
  const { engine, credentials, outcomes } = stage;
  const { kind: group, method = '' } = operation;
  let recordedFault: string | undefined;
  let hasAsked = false;
  let last: unknown;
  const own = comparedIn(String(Reflect.get(Object(Reflect.get(Object(type.methods), group)), method)));
  const list = async (
    { node, type: prepared }: Prepared,
    given: Answers,
    kind: 'record' | 'plain',
    known: KnownValues = {},
    { filter, page, later = 0 }: { filter?: string | undefined; page?: unknown; later?: number } = {},
  ): Promise<Run> => {
    const opened = engine.open(node, prepared);
    const answering = { ...given, known: { ...given.known, ...known } };
    const { run, result } = await observeRun(stage, { kind, items: 0, number: 1, answering, later }, () =>
      opened.editorMethod(group, method, filter, page),
    );
    hasAsked ||= run.requests.length > 0;
    last = hasEnded(run) ? result : undefined;
    if (!hasEnded(run)) return run;
    const entries = entriesOf(group, result);
    const fault = editorFault(group, result);
    if (kind === 'record') recordedFault = fault;
    return {
      ...run,
      ...outputsOf([entries.slice(0, maxEntries).map((json) => ({ json }))], credentials),
      count: entries.length,
      // What only comes of an answer that was made up is no fault of the method.
      ...(fault !== undefined && fault === recordedFault && { shapeless: fault }),
    };
  };
  let taken: KnownValues = {};
  const learn = (filter?: string) =>
    learnAnswers(operation, { type, engine, credentials, outcomes }, async (one, given, kind) => {
      taken = {};
      const run = await list(one, given, kind, {}, { filter });
      if (kind === 'record' || run.given || run.count > 0 || run.requests.length === 0) return run;
      // A list that the method took for granted, or asked for with `Array.isArray`, is not known to be one.
      const compared = [own, outcomes().compared].filter(({ size }) => size > 0).map((texts) => ({ texts }));
      const tries: { known: KnownValues; isRecorded?: true }[] = [
        { known: { hasLists: true } },
        // It may read more of what is a list, or says that it worked.
        { known: { hasLists: true }, isRecorded: true },
        ...compared.map((known) => ({ known })),
        { known: { code: 0 }, isRecorded: true },
        { known: { code: 200 }, isRecorded: true },
      ];
      for (const { known, isRecorded } of tries) {
        if (isRecorded) await list(one, given, 'record', known, { filter });
        const again = await list(one, given, kind, known, { filter });
        if (again.count === 0) continue;
        taken = known;
        return again;
      }
      return run;
    });
  /** Lists with what is known of answers, in modules that have cached nothing yet. */
  const listAnew = async ({ prepared: before, answers }: Learned): Promise<Learned> => {
    const prepared = prepareNode(operation, stage.loadAnew(), before.wishes, engine);
    return { prepared, answers, plain: await list(prepared, answers, 'plain', taken) };
  };
  /** The parameter for another value of which it returns the list of its cache. */
  const cachedFor = async ({ prepared, answers, plain }: Learned): Promise<string | undefined> => {
    const requested = new Set(plain.requests.flatMap(({ marks }) => marks.map(parameterOf)));
    const listed = (one: Prepared) => list(one, answers, 'plain', taken, { later: selectedLater });
    const entries = plain.outputs?.flat() ?? [];
    const isCached = (run: Run) =>
      hasEnded(run) &&
      run.requests.length === 0 &&
      run.count > 0 &&
      haveSameDigests(run.outputs?.flat() ?? [], entries);
    if (requested.size === 0 || !isCached(await listed(prepared))) return undefined;
    for (const parameter of [...requested].slice(0, maxParameters)) {
      const parameters = JSON.parse(withMarksOfRun(JSON.stringify(prepared.node.parameters), parameter, otherRun));
      if (isCached(await listed({ ...prepared, node: { ...prepared.node, parameters } })))
        return prepared.marking.names[parameter]?.slice(0, most.name);
      // Some cache the last list only.
      await listed(prepared);
    }
    return undefined;
  };
  engine.reads();
  const learned = await learn();
  // Its module may have cached the list of the runs before.
  const isCached = hasAsked && hasEnded(learned.plain) && learned.plain.requests.length === 0;
  const anew = isCached ? await listAnew(learned) : learned;
  const { prepared, answers, plain } = hasEnded(anew.plain) && anew.plain.count > 0 ? anew : learned;
  const hidden = plain.count === 0 && !hasAsked ? hiddenIn(engine.reads(), prepared, type) : [];
  const cached = await cachedFor({ prepared, answers, plain });
  const listWith = (other: Prepared) => list(other, answers, 'plain', taken);
  const isAsked = hasEnded(plain) && plain.requests.length > 0;
  const variants = isAsked ? await refusedCredentials(operation, type, prepared, stage, listWith) : [];
  const listTexts = async (known: KnownValues) => {
    await list(prepared, answers, 'plain', { ...taken, ...known });
    return entriesOf(group, last).slice(0, maxEntries);
  };
  const hasLabels = isAsked && plain.count > 0 && group !== 'resourceMapping';
  const isOneList = new Set(plain.requests.map(addressOf)).size === 1;
  const swapped = hasLabels ? await swappedLabels(answers.shapes, listTexts, isOneList) : {};
  const head = {
    ...traceHead(operation, prepared),
    runs: [plain],
    ...(variants.length > 0 && { variants }),
    ...swapped,
    ...(hidden.length > 0 && { absent: hidden }),
    ...(cached !== undefined && { cachedFor: cached }),
  };
  if (group !== 'listSearch' || !hasEnded(plain)) return head;
  // Without a text to search for, it may list nothing.
  const anyText = plain.count > 0 ? undefined : 'v1';
  const searched = anyText === undefined ? { prepared, answers, plain } : await learn(anyText);
  let { count } = searched.plain;
  for (let round = 0; count === 0 && round < maxRounds && searched.plain.requests.length > 0; round++) {
    // It may read nothing else of an entry whose ID is neither a text nor a number.
    for (const shape of searched.answers.shapes.values()) markLeaves(shape);
    await list(searched.prepared, searched.answers, 'record', taken, { filter: anyText });
    ({ count } = await list(searched.prepared, searched.answers, 'plain', taken, { filter: anyText }));
  }
  if (count === 0) return head;
  const ask = async (more: KnownValues, filter: string | undefined, page?: unknown) => {
    const known = { ...searched.answers.known, ...taken, ...more };
    const run = await list(searched.prepared, searched.answers, 'plain', known, { filter, page });
    const entries = entriesOf(group, last).slice(0, maxEntries);
    return { run, entries, next: Reflect.get(Object(last), 'paginationToken') };
  };
  const search: Search = (filter, hasCapitals) => ask({ hasCapitals }, filter);
  const lost = await losesCapitals(search, anyText);
  const isIgnored = anyText === undefined && (await ignoresFilter(search));
  const pagesOf = (more: KnownValues) => (page?: unknown) => ask({ isFull: true, ...more }, anyText, page);
  // The number of all entries may say that there are more.
  const repeated = (await repeatedPage(pagesOf({}))) ?? (await repeatedPage(pagesOf({ hasMore: true }))) ?? 'none';
  return {
    ...head,
    ...(lost && { losesCapitals: lost }),
    ...(isIgnored && { ignoresFilter: true }),
    ...(repeated !== 'none' && { listedAgain: repeated }),
  };
};

/** The parameters that a method read, where all of them belong to other operations than the one that it lists for. */
function hiddenIn(read: ReadonlySet<string>, { type, node }: Prepared, whole: INodeType): string[] {
  const namesOf = ({ description: { properties } }: INodeType) => new Set(properties.map(({ name }) => name));
  const [shown, all] = [namesOf(type), namesOf(whole)];
  const own = [...read].filter((name) => all.has(name) && name !== 'resource' && name !== 'operation');
  return own.every((name) => !shown.has(name) && !(name in node.parameters)) ? own.slice(0, 100) : [];
}
