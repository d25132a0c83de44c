import type { INodeType } from 'n8n-workflow';
import { allPages } from '../all-pages.ts';
import { type Prepared, prepareNode } from '../engine/prepare-node.ts';
import { type PlannedOperation, withValues } from '../plan/run-input.ts';
import { namedPage, pages, readsCount, readsNext, readsPage, readsTotal } from '../simulated/page-fields.ts';
import { type KnownValues, newShape, recordLists, type Shape } from '../simulated/recorder.ts';
import { pageAfter, pageSizeOf, pageStart } from '../simulated/request-text.ts';
import { hasEnded } from '../trace/ending.ts';
import { withoutValues } from '../trace/marks.ts';
import type { TracedRequest } from '../trace/request.ts';
import type { Run } from '../trace/run.ts';
import type { OperationTrace } from '../trace/trace.ts';
import { most } from '../trace/trace-limits.ts';
import { hidesFailure, type Paged } from './failed-page.ts';
import { learnAnswers } from './learn-answers.ts';
import type { Learned } from './learned.ts';
import type { Stage } from './observe-run.ts';
import { oneRun } from './one-run.ts';
import { pageRequests } from './page-requests.ts';
import { pageWithoutEnd, samePageAgain } from './same-page-again.ts';

/** Runs an operation that gets every page, if that is off and users can switch it on. */
export async function runPages(
  operation: PlannedOperation,
  type: INodeType,
  { prepared }: Pick<Learned, 'prepared'>,
  stage: Stage,
): Promise<Run[]> {
  const all = withAll(operation, prepared);
  return all?.isOff ? [await runFullPages(all.operation, type, stage)] : [];
}

/** An operation that is to get every page, and whether it is not unless users ask for that; undefined where they cannot. */
function withAll(operation: PlannedOperation, { marking, node }: Prepared) {
  const found = marking.known.find(
    ({ name, isField }) => !isField && allPages.test(name) && typeof node.parameters[name] === 'boolean',
  );
  return (
    found && {
      operation: withValues(operation, { [found.name]: true }),
      isOff: node.parameters[found.name] === false,
    }
  );
}

/** Runs an operation that gets every page, where full pages are all that says that there are more. */
async function runFullPages(operation: PlannedOperation, type: INodeType, stage: Stage): Promise<Run> {
  const { plain } = await learnAnswers(
    operation,
    { type, engine: stage.engine, credentials: stage.credentials, outcomes: stage.outcomes },
    async (one, given, kind) => {
      const options = { kind: kind === 'record' ? kind : 'pages', items: [0], number: 5, ...given } as const;
      if (kind === 'record') return oneRun(one, options, stage);
      const full = await oneRun(one, { ...options, known: { ...given.known, isFull: true } }, stage);
      // It may send a request for each entry.
      const run = full.given ? await oneRun(one, options, stage) : { ...full, isFull: true };
      if (run.thrown || run.requests.length > 1) return run;
      // What it asked with `Array.isArray` is not known to be a list.
      const known = { ...given.known, hasLists: true, isFull: run.isFull === true };
      const listed = await oneRun(one, { ...options, known }, stage);
      const isMore = !listed.thrown && (run.count === 0 || listed.requests.length > run.requests.length);
      return isMore ? { ...listed, ...(run.isFull && { isFull: true }) } : run;
    },
  );
  return plain;
}

type PageFaults = Pick<
  OperationTrace,
  'getsNextPage' | 'repeatedPage' | 'endlessPage' | 'missedPage' | 'unfiltered' | 'hidesFailedPage'
>;

/** An operation, how it ran, and what it sends with as much as possible filled in. */
interface Known extends Pick<Learned, 'prepared' | 'answers'> {
  plain: Run;
  /** With one item. */
  single: Run;
  filled: { prepared: Prepared; run: Run };
}

/** The address that it goes on to ask after the last page, also where nothing else is in the answer by which code may see that it is the last. */
async function endlessIn({ run, form, runAs }: More): Promise<string | undefined> {
  const endless = pageWithoutEnd(run);
  if (endless === undefined) return undefined;
  const { run: bare } = await runAs({ ...form, isBareAtEnd: true });
  return pageWithoutEnd(bare) === undefined ? undefined : endless;
}

/** Runs an operation where answers say that there are more pages, if it may ask for them. */
export async function tracePages(
  operation: PlannedOperation,
  type: INodeType,
  { prepared, answers, plain, single, filled }: Known,
  stage: Stage,
): Promise<PageFaults> {
  const readsPages = [...answers.shapes.values()].some(readsPage);
  const asksForPages =
    single.requests.some(
      ({ method, url }) => method === 'GET' && (readsPages || pageStart.test(url) || pageSizeOf(url) !== undefined),
    ) || [...answers.shapes].some(([kind, shape]) => isQuery.test(kind) && readsPage(shape));
  const sendsTwice = new Set(single.requests.map(({ digest }) => digest)).size < single.requests.length;
  const all = withAll(operation, prepared)?.operation;
  if (sendsTwice || !(asksForPages || all)) return {};
  const more = await runMore(all ?? operation, type, { prepared, answers }, stage);
  const repeated = samePageAgain(more.run);
  const endless = repeated === undefined ? await endlessIn(more) : undefined;
  const hidesFailedPage = repeated === undefined && endless === undefined && (await hidesFailure(more));
  if (repeated !== undefined || endless !== undefined || !all)
    return {
      ...(hidesFailedPage && { hidesFailedPage }),
      ...(repeated !== undefined && { repeatedPage: repeated }),
      ...(endless !== undefined && { endlessPage: endless }),
      ...(!all && repeated === undefined && (await afterLongerPage(more))),
    };
  // Code may expect a list as well as an object that has one, and look for other pages in one of them only; or only after a
  // full page.
  const asObject = endsAtFullPage(more)
    ? await more.runAs({ hasLists: true, isObject: true, isFull: true })
    : undefined;
  const isFullPage = asObject !== undefined && (endsAtFullPage(asObject) || readsNoFields(asObject));
  const getsNextPage = [more, asObject].some((one) => one && getsSecondPage(one));
  const missed = missedPage(more, isFullPage) ?? (getsNextPage ? undefined : await firstPageOnly(more));
  // Without optional fields, it is the same run.
  const filledIn = async () =>
    filled.prepared === prepared ? more : await runMore(all, type, { prepared: filled.prepared, answers }, stage);
  const unfiltered = await withoutFilters({ plain, filled }, filledIn);
  return {
    ...(getsNextPage && { getsNextPage }),
    ...(hidesFailedPage && { hidesFailedPage }),
    ...(missed && { missedPage: missed }),
    ...(unfiltered && { unfiltered }),
  };
}

/** What is learned of the answer to a query of GraphQL, which writes nothing. */
const isQuery = /^POST \S+ \s*(?:query\b|\{)/;

/** A run with several pages, and what was read of its answers. */
interface More extends Paged {
  prepared: Prepared;
  shapes: Map<string, Shape>;
  /** What was known of the answers. */
  form: KnownValues;
  /** Runs it again, with answers of which more is known. */
  runAs(known: KnownValues): Promise<More>;
}

async function runMore(
  operation: PlannedOperation,
  type: INodeType,
  { prepared: { wishes }, answers }: Pick<Learned, 'prepared' | 'answers'>,
  stage: Stage,
): Promise<More> {
  stage.credentials.useSecretsOf(wishes.secret);
  const prepared = prepareNode(operation, type, wishes, stage.engine);
  const runAs = async (form: KnownValues): Promise<More> => {
    const known = { ...answers.known, ...form, hasMore: true };
    const shapes = new Map<string, Shape>();
    const options = { items: [0], number: 5, shapes, usual: newShape() };
    await recordLists(shapes, () => oneRun(prepared, { ...options, kind: 'record', known }, stage));
    const full = { ...options, kind: 'pages', known: { ...known, isFull: true } } as const;
    const run = await oneRun(prepared, full, stage);
    const runFailing: More['runFailing'] = (fails) => oneRun(prepared, { ...full, fails }, stage);
    return { prepared, run, shapes, form, runAs, runFailing };
  };
  const more = await runAs({ hasLists: false });
  const hasPages = more.run.requests.some(
    ({ hasNext, page }) => hasNext === true && page !== undefined && page.entries > 0,
  );
  // What it asked with `Array.isArray` is not known to be a list.
  return hasPages || samePageAgain(more.run) !== undefined ? more : runAs({ hasLists: true });
}

/** Whether it does not ask for the last page after those before it, or leaves out the entries of one that it gets. */
function missedPage({ run, shapes }: More, isFullPage: boolean): PageFaults['missedPage'] {
  const asked = hasEnded(run) ? pageRequests(run, ({ hasNext }) => hasNext === true) : undefined;
  const all = asked?.flatMap(({ page }) => (page && page.entries > 0 ? [page] : [])) ?? [];
  const [first] = all;
  const skipped = skippedEntries(asked ?? []);
  if (first && skipped)
    return { requested: all.length, entries: skipped.before, output: run.count, from: skipped.from };
  // Each of them once, in their order, and as long as the others but for the last one.
  const isUsual = (page: { number: number; entries: number }, at: number) =>
    page.number === at + 1 && (page.entries === first?.entries || page.number === pages);
  if (!first || !all.every(isUsual)) return undefined;
  const last = all.at(-1)?.entries ?? 0;
  const found = { requested: all.length, entries: (all.length - 1) * first.entries + last, output: run.count };
  if (isFullPage) return { ...found, isFull: true };
  // The entries of all but the last page, or of one of them in place of those before.
  const ofOne = first.entries > 2 ? [first.entries, last] : [];
  const isLost = all.length === pages && [found.entries - last, ...ofOne].includes(run.count);
  // The number of entries may say that there are no more pages of the size that it takes for granted.
  const [one, other] = asked ?? [];
  // A request before the first page may tell how many there are.
  if (!one) return undefined;
  const isAlone = all.length === 1;
  if (isAlone && mayEnd({ run, shapes }, one)) return undefined;
  const isNext = other !== undefined && (pageAfter(one.url, other.url) ?? namedPage(other.url)) !== undefined;
  if (!isNext && !asked?.slice(0, 2).every(({ url }) => isPlaced(url))) return undefined;
  const read = [...shapes.values()];
  // Of pages as long as it asks for, the number of entries says how many there are.
  const isFull = first.entries === pageSizeOf(one.url);
  const isTold = read.some(readsCount) ? isFull && read.some(readsTotal) : read.some(readsPage);
  const isLeft = all.length < pages && asked?.length === all.length && (!isAlone || isFull) && isTold;
  // One item may have all entries.
  const isWhole = run.count === found.entries || (isAlone && run.count === 1);
  if (isLeft && isWhole) return { ...found, output: found.entries };
  return isLost ? found : undefined;
}

/** The first page, where nothing follows it, whatever the field holds that the code reads and that leads to the next one. */
async function firstPageOnly({ run, shapes, runAs }: More): Promise<PageFaults['missedPage']> {
  const entries = entriesOfOnly(run);
  if (entries === undefined || ![...shapes.values()].some(readsNext)) return undefined;
  for (const next of ['number', 'offset', 'cursor', 'address'] as const)
    for (const hasLists of [false, true]) {
      const other = await runAs({ hasLists, next });
      if (entriesOfOnly(other.run) === undefined) return undefined;
    }
  return { requested: 1, entries, output: entries };
}

/** The number of entries of the only page that it gets, where it says that there is another one, and all of them are output. */
function entriesOfOnly(run: Run): number | undefined {
  const [only, ...others] = run.requests;
  const isAlone = hasEnded(run) && only?.hasNext === true && others.length === 0 && !run.readsHeaders;
  // A short page is the last one for some.
  const isShort = only && pageSizeOf(only.url) === undefined && /=\d{2,}(?=&|$)/.test(only.url);
  const entries = isAlone && only.method === 'GET' && !isShort ? only.page?.entries : undefined;
  return entries === run.count && entries !== 0 ? entries : undefined;
}

/** Whether it gets one page with as many entries as it asks for, by which alone it can tell that there are more, and outputs them. */
function endsAtFullPage({ run, shapes }: Pick<More, 'run' | 'shapes'>): boolean {
  const [only, ...others] = run.requests;
  if (!only?.isFullPage || others.length > 0 || mayEnd({ run, shapes }, only)) return false;
  return pageStart.test(only.url) && run.count === only.page?.entries;
}

/** The full page after which it asks for no other one, where it does so after one with more entries than it asks for. */
async function afterLongerPage({ run: { requests, count }, runAs }: More): Promise<PageFaults> {
  const [only, ...others] = requests;
  if (!only?.page || others.length > 0 || count === 0) return {};
  const { entries } = only.page;
  if (entries !== pageSizeOf(only.url) || !pageStart.test(only.url)) return {};
  const { run } = await runAs({ hasLists: true, isLonger: true });
  if (!hasEnded(run) || !getsSecondPage({ run })) return {};
  return { missedPage: { requested: 1, entries, output: count, isFull: true, isLonger: true } };
}

const readsNoFields = ({ shapes }: More) => [...shapes.values()].every(({ fields }) => fields.size === 0);

const getsSecondPage = ({ run }: Pick<More, 'run'>) =>
  run.requests.some(({ page }) => page?.number === 2 && page.entries > 0);

/**
 * Whether something else may say that there is no other page: headers, or a field for which code takes a number only; or
 * another address have it.
 */
const mayEnd = ({ run, shapes }: Pick<More, 'run' | 'shapes'>, first: TracedRequest): boolean =>
  run.readsHeaders === true || run.requests.at(-1) !== first || [...shapes.values()].some(readsPage);

const offset = /[?&](?:\$?skip|\w*offset|start(?:_?at)?|from)=(\d{1,6})(?=&|$)/i;

/** The number of entries before those that it asks for, where it leaves out some: pages that are full begin at even distances. */
function skippedEntries(asked: readonly TracedRequest[]): { before: number; from: number } | undefined {
  const [first = 0, second = 0, third] = asked.map(({ url }) => Number(offset.exec(url)?.[1] ?? Number.NaN));
  const size = asked[0]?.page?.entries ?? 0;
  const isFull = [0, 1].every((at) => asked[at]?.page?.entries === size);
  if (!isFull || third === undefined || first !== 0 || second !== size || third <= 2 * size) return undefined;
  return { before: 2 * size, from: third };
}

/** Whether a URL says which page it is for. */
const isPlaced = (url: string) => namedPage(url) !== undefined || pageStart.test(url);

/** Fields of a query that are about pages themselves. */
const ofPages =
  /page|pagina|offset|limit|skip|cursor|^per|size|max|count|^start|^end|^after|^before|^from$|^to$|^\$?top$|^first$|^last$|^rows$|^n(?:um)?$|^results$|take|return|all/i;

/**
 * The fields of the query that users fill in, and that are not sent where it is to get all pages, or for the first one only.
 * @param getAll runs it where it is to get all pages
 */
async function withoutFilters(
  { plain, filled }: Pick<Known, 'plain' | 'filled'>,
  getAll: () => Promise<More>,
): Promise<PageFaults['unfiltered']> {
  const usual = keysIn(plain.requests);
  const filters = [...keysIn(filled.run.requests)]
    .filter(([key, hasValue]) => (hasValue || !usual.has(key)) && !ofPages.test(key))
    .map(([key]) => key);
  if (filters.length === 0) return undefined;
  const { run, prepared } = await getAll();
  // What is not shown with it, users cannot enter there.
  const shown = new Set(prepared.marking.known.map(({ name }) => name));
  const hides = filled.prepared.marking.known.some(({ name }) => !ofPages.test(name) && !shown.has(name));
  if (hides) return undefined;
  const asked = hasEnded(run) ? pageRequests(run, ({ page }) => page?.number === 1 && page.entries > 0) : undefined;
  const [first, ...others] = asked ?? [];
  if (!first || (!first.hasNext && !others.some(({ page }) => page?.number === 2))) return undefined;
  const lostIn = (requests: readonly TracedRequest[]) => {
    const keys = keysIn(requests);
    return filters.filter((key) => !keys.has(key)).slice(0, 20);
  };
  const lost = lostIn(run.requests);
  if (lost.length > 0) return { names: lost, isLater: false };
  const later = others.filter(({ url }) => isOwnPage(url)).map((one) => lostIn([one]));
  const names = later
    .map((all) => all.filter((key) => !lostIn([first]).includes(key)))
    .find(({ length }) => length > 0);
  return names && { names, isLater: true };
}

/** The fields of queries, and whether one of them has the value of a parameter. */
function keysIn(requests: readonly TracedRequest[]): Map<string, boolean> {
  const found = new Map<string, boolean>();
  // Some keys are what users enter.
  for (const { url } of requests)
    for (const [key, value] of URL.parse(url)?.searchParams ?? [])
      if (withoutValues(key) === key)
        found.set(key.slice(0, most.name), found.get(key) === true || withoutValues(value) !== value);
  return found;
}

/** An entry of the page before, after which the next one begins. */
const lastEntry = /[?&][\w[\]]*(?:after|since|max|min|last|from|cursor)[\w[\]]*=[^&]*v(?:[2-9]|\d{2,3})(?=&|$)/i;

/** Whether code says itself where a page begins. A cursor, or the address of the next page, may stand for all of the first request. */
const isOwnPage = (url: string) => namedPage(url) === undefined && (pageStart.test(url) || lastEntry.test(url));
