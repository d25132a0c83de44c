import type { INodeType } from 'n8n-workflow';
import { type Prepared, prepareNode } from '../engine/prepare-node.ts';
import type { PlannedOperation } from '../plan/run-input.ts';
import { readsPage } from '../simulated/page-fields.ts';
import { newShape } from '../simulated/recorder.ts';
import { pageAfter, pageSizeOf, pageStart } from '../simulated/request-text.ts';
import { addressOf, type Run, type TracedRequest } from '../trace/trace.ts';
import { type Learned, learnAnswers } from './learn-answers.ts';
import type { Stage } from './observe-run.ts';
import { oneRun } from './one-run.ts';

/** "Return All": https://docs.n8n.io/integrations/creating-nodes/build/reference/ux-guidelines/ */
const allPages = 'returnAll';

/** Runs an operation that gets every page, if users can switch that on. */
export async function runPages(
  operation: PlannedOperation,
  type: INodeType,
  { prepared }: Pick<Learned, 'prepared'>,
  stage: Stage,
): Promise<Run[]> {
  return canGetAll(prepared) ? [await runFullPages(withAll(operation), type, stage)] : [];
}

const canGetAll = ({ marking, node }: Prepared): boolean =>
  marking.known.some(({ name, isField }) => name === allPages && !isField) && node.parameters[allPages] === false;

const withAll = (operation: PlannedOperation): PlannedOperation => ({
  ...operation,
  values: { ...operation.values, [allPages]: true },
});

/** Runs an operation that gets every page, where full pages are all that says that there are more. */
async function runFullPages(operation: PlannedOperation, type: INodeType, stage: Stage): Promise<Run> {
  const { plain } = await learnAnswers(
    operation,
    { type, engine: stage.engine, credentials: stage.credentials },
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

/**
 * Runs an operation where answers say that there are more pages, if it may ask for them.
 * @param single its run with one item
 * @returns the address of the first page, if it asks for that again and never for another one
 */
export async function repeatedPage(
  operation: PlannedOperation,
  type: INodeType,
  { prepared, answers, single }: Pick<Learned, 'prepared' | 'answers'> & { single: Run },
  stage: Stage,
): Promise<string | undefined> {
  const readsPages = [...answers.shapes.values()].some(readsPage);
  const asksForPages = single.requests.some(
    ({ method, url }) => method === 'GET' && (readsPages || pageStart.test(url) || pageSizeOf(url) !== undefined),
  );
  const sendsTwice = new Set(single.requests.map(({ digest }) => digest)).size < single.requests.length;
  if (sendsTwice || !(asksForPages || canGetAll(prepared))) return undefined;
  const all = canGetAll(prepared) ? withAll(operation) : operation;
  return firstPageAgain(await runMore(all, type, { prepared, answers }, stage));
}

async function runMore(
  operation: PlannedOperation,
  type: INodeType,
  { prepared: { wishes }, answers }: Pick<Learned, 'prepared' | 'answers'>,
  stage: Stage,
): Promise<Run> {
  stage.credentials.useSecretsOf(wishes.secret);
  const prepared = prepareNode(operation, type, wishes, stage.engine);
  const run = async (hasLists: boolean): Promise<Run> => {
    const known = { ...answers.known, hasLists, hasMore: true };
    const options = { items: [0], number: 5, shapes: new Map(), usual: newShape() };
    await oneRun(prepared, { ...options, kind: 'record', known }, stage);
    return oneRun(prepared, { ...options, kind: 'pages', known: { ...known, isFull: true } }, stage);
  };
  const more = await run(false);
  // What it asked with `Array.isArray` is not known to be a list.
  return more.requests.some(({ hasNext }) => hasNext === true) ? more : run(true);
}

/** What gives each entry once: the next request is for others. */
const queue = /queue|pull|pop\b|receive|dequeue|poll|next/i;

function firstPageAgain({ requests }: Run): string | undefined {
  const at = requests.findIndex(({ hasNext }) => hasNext === true);
  const first = requests[at];
  if (!first || queue.test(new URL(first.url).pathname)) return undefined;
  const others = requests.slice(at).filter((one) => addressOf(one) !== addressOf(first));
  // What it writes may decide what the first page has.
  if (others.some(({ method }) => method !== 'GET')) return undefined;
  const asked = requests.slice(at).filter((one) => addressOf(one) === addressOf(first));
  const [page, ...again] = asked.slice(asked.findIndex(({ digest }) => digest === asked.at(-1)?.digest));
  // Once more may be for the entries, after a first one for their number.
  const isStuck = again.length > 1 && again.every(({ digest }) => digest === page?.digest);
  return isStuck && page?.hasNext === true && isFirst(page, first) ? page.url : undefined;
}

/** Whether it is the same page, with its number or without. */
const isFirst = (page: TracedRequest, first: TracedRequest) =>
  page.digest === first.digest || pageAfter(first.url, page.url) === 0;
