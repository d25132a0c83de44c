import type { INodeType } from 'n8n-workflow';
import { type Prepared, prepareNode, traceHead } from '../engine/prepare-node.ts';
import { type KnownValues, markLeaves } from '../simulated/recorder.ts';
import { haveSameDigests } from '../trace/digest.ts';
import { hasEnded } from '../trace/ending.ts';
import { parameterOf, withMarksOfRun } from '../trace/marks.ts';
import { addressOf } from '../trace/request.ts';
import type { Run } from '../trace/run.ts';
import type { OperationTrace } from '../trace/trace.ts';
import { most } from '../trace/trace-limits.ts';
import { entriesOf } from './editor-lists.ts';
import { EditorMethod, maxEntries } from './editor-method.ts';
import { countsFiltered } from './filtered-pages.ts';
import { ignoresFilter } from './ignores-filter.ts';
import { listsLastPageOnly } from './last-page-only.ts';
import type { Answers, Learned } from './learned.ts';
import { losesCapitals, type Search } from './loses-capitals.ts';
import type { Trace } from './observe-run.ts';
import { refusedCredentials } from './other-credentials.ts';
import { type ListPage, repeatedPage } from './repeated-page.ts';
import { swappedLabels } from './swapped-labels.ts';

/** How often what is read of entries is learned further. */
const maxRounds = 3;

/** Parameters with another value that a list is asked for. */
const maxParameters = 5;
/** Milliseconds after which a user may select another value: what is only kept for calls at the same time is gone. */
const selectedLater = 2 * 60_000;
/** What users search for. */
const typedText = 'v1';
/** The number of a run that no other one has. */
const otherRun = 7;

/** Calls a method of `loadOptions`, `listSearch` or `resourceMapping`, as the editor does for the list of a parameter. */
export const traceEditorMethod: Trace = async (operation, type, stage) => {
  const { engine } = stage;
  const { kind: group } = operation;
  const editor = new EditorMethod(operation, type, stage);
  const list = editor.list.bind(editor);
  /** Lists with what is known of answers, in modules that have cached nothing yet. */
  const listAnew = async ({ prepared: before, answers }: Learned): Promise<Learned> => {
    const prepared = prepareNode(operation, stage.loadAnew(), before.wishes, engine);
    return { prepared, answers, plain: await list(prepared, answers, 'plain', editor.taken) };
  };
  /** The parameter for another value of which it returns the list of its cache. */
  const cachedFor = async ({ prepared, answers, plain }: Learned): Promise<string | undefined> => {
    const requested = new Set(plain.requests.flatMap(({ marks }) => marks.map(parameterOf)));
    const listed = (one: Prepared) => list(one, answers, 'plain', editor.taken, { later: selectedLater });
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
  const learned = await editor.learn();
  // Its module may have cached the list of the runs before.
  const isCached = editor.hasAsked && hasEnded(learned.plain) && learned.plain.requests.length === 0;
  const anew = isCached ? await listAnew(learned) : learned;
  const { prepared, answers, plain } = hasEnded(anew.plain) && anew.plain.count > 0 ? anew : learned;
  const hidden = plain.count === 0 && !editor.hasAsked ? hiddenIn(engine.reads(), prepared, type) : [];
  const cached = await cachedFor({ prepared, answers, plain });
  const listWith = (other: Prepared) => list(other, answers, 'plain', editor.taken);
  const isAsked = hasEnded(plain) && plain.requests.length > 0;
  const variants = isAsked ? await refusedCredentials(operation, type, prepared, stage, listWith) : [];
  const listTexts = async (known: KnownValues) => {
    await list(prepared, answers, 'plain', { ...editor.taken, ...known });
    return entriesOf(group, editor.last).slice(0, maxEntries);
  };
  const hasLabels = isAsked && plain.count > 0 && group !== 'resourceMapping';
  const isOneList = new Set(plain.requests.map(addressOf)).size === 1;
  const swapped = hasLabels ? await swappedLabels(answers.shapes, listTexts, isOneList) : {};
  const listAs = async (given: Answers, kind: 'record' | 'plain', known: KnownValues) => {
    const run = await list(prepared, given, kind, { ...editor.taken, ...known });
    return { run, entries: entriesOf(group, editor.last).slice(0, maxEntries) };
  };
  const listsLast = isAsked && plain.count > 0 && group !== 'listSearch' && (await listsLastPageOnly(answers, listAs));
  const head = {
    ...traceHead(operation, prepared),
    runs: [plain],
    ...(variants.length > 0 && { variants }),
    ...swapped,
    ...(listsLast && { listsLastPage: true }),
    ...(hidden.length > 0 && { absent: hidden }),
    ...(cached !== undefined && { cachedFor: cached }),
  };
  if (group !== 'listSearch') return head;
  if (plain.thrown?.name === 'TypeError' && plain.requests.length === 0) {
    const { plain: typed } = await editor.learn(typedText);
    return { ...head, ...(hasEnded(typed) && { needsFilter: true }) };
  }
  if (!hasEnded(plain)) return head;
  // Without a text to search for, it may list nothing.
  const anyText = plain.count > 0 ? undefined : typedText;
  const searched = anyText === undefined ? { prepared, answers, plain } : await editor.learn(anyText);
  let { count } = searched.plain;
  for (let round = 0; count === 0 && round < maxRounds && searched.plain.requests.length > 0; round++) {
    // It may read nothing else of an entry whose ID is neither a text nor a number.
    for (const shape of searched.answers.shapes.values()) markLeaves(shape);
    await list(searched.prepared, searched.answers, 'record', editor.taken, { filter: anyText });
    ({ count } = await list(searched.prepared, searched.answers, 'plain', editor.taken, { filter: anyText }));
  }
  if (count === 0) return head;
  const ask = async (more: KnownValues, filter: string | undefined, page?: unknown) => {
    const known = { ...searched.answers.known, ...editor.taken, ...more };
    const run = await list(searched.prepared, searched.answers, 'plain', known, { filter, page });
    const entries = entriesOf(group, editor.last).slice(0, maxEntries);
    return { run, entries, next: Reflect.get(Object(editor.last), 'paginationToken') };
  };
  const search: Search = (filter, hasCapitals) => ask({ hasCapitals }, filter);
  const lost = await losesCapitals(search, anyText);
  const isIgnored = anyText === undefined && (await ignoresFilter(search));
  const pagesOf =
    (more: KnownValues, filter = anyText) =>
    (page?: unknown) =>
      ask({ isFull: true, ...more }, filter, page);
  const repeated = await listedAgain(pagesOf);
  return {
    ...head,
    ...(lost && { losesCapitals: lost }),
    ...(isIgnored && { ignoresFilter: true }),
    ...(repeated !== undefined && { listedAgain: repeated }),
  };
};

/** The page that a list has again when it is asked for the next one. */
async function listedAgain(
  pagesOf: (known: KnownValues, filter?: string) => ListPage,
): Promise<OperationTrace['listedAgain']> {
  // The number of all entries may say that there are more.
  for (const known of [{}, { hasMore: true }]) {
    const repeated = await repeatedPage(pagesOf(known));
    if (repeated === undefined) continue;
    if (repeated !== 'none') return repeated;
    return (await countsFiltered((filter) => pagesOf(known, filter))) ? 'filtered' : undefined;
  }
  return undefined;
}

/** The parameters that a method read, where all of them belong to other operations than the one that it lists for. */
function hiddenIn(read: ReadonlySet<string>, { type, node }: Prepared, whole: INodeType): string[] {
  const namesOf = ({ description: { properties } }: INodeType) => new Set(properties.map(({ name }) => name));
  const [shown, all] = [namesOf(type), namesOf(whole)];
  const own = [...read].filter((name) => all.has(name) && name !== 'resource' && name !== 'operation');
  return own.every((name) => !shown.has(name) && !(name in node.parameters)) ? own.slice(0, 100) : [];
}
