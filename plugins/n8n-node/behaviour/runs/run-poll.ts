import { tryJson } from '../../../../kernel/index.ts';
import type { OpenedNode } from '../engine/open-node.ts';
import { traceHead } from '../engine/prepare-node.ts';
import { holdsOnlyList } from '../simulated/answers.ts';
import { readsPage } from '../simulated/page-fields.ts';
import { type KnownValues, newShape } from '../simulated/recorder.ts';
import { safeDecode } from '../simulated/request-text.ts';
import { haveSameDigests } from '../trace/digest.ts';
import { hasEnded } from '../trace/ending.ts';
import type { Run } from '../trace/run.ts';
import { learnAnswers } from './learn-answers.ts';
import type { Answers } from './learned.ts';
import { observeRun, outcomeOf, type RunOptions, type Trace } from './observe-run.ts';
import { outputsOf } from './traced-output.ts';

const second = 1000;
const hour = 60 * 60 * second;
/** Between the first poll and the second one. */
const usual: KnownValues = { date: '2026-01-15T10:30:00.000Z', hasLists: true };
/** Between the second and the third one. */
const newer: KnownValues = { date: '2026-01-15T11:30:00.000Z', hasLists: true, isNewer: true };
/** At the time of the fourth one. */
const newest: KnownValues = { ...newer, date: '2026-01-15T12:59:59.500Z' };

/** The time of a poll before the fourth one. */
const storedTime = '2026-01-15T12:00:00.000Z';
/** Fields of what is stored that are tried. */
const maxFields = 3;

/** Names of fields that code sets to a time, or reads of what is stored: `kept.lastPollTime = …`, `data.lastPollTime` */
const timesIn = (source: string): string[] =>
  [...new Set([...source.matchAll(setField), ...source.matchAll(storedField)].map(([, name = '']) => name))]
    .filter((name) => /time|date|since|poll|check/i.test(name) && !/ids?$/i.test(name))
    .slice(0, maxFields);
const setField = /\b\w+\.(\w{1,40})\s*=(?![=>])/g;
const storedField = /\b\w{0,40}(?:data|state|stored|static|kept|memory)\.(\w{1,40})\b(?!\s{0,9}\()/gi;

interface Poll {
  /** Milliseconds after the first one. */
  later: number;
  isEmpty?: boolean;
  /** What is known of the data. */
  there?: KnownValues;
  mode?: 'trigger' | 'manual';
  /** Told of each request and its response. */
  hear?: RunOptions['hear'];
  /** Given what the poll emits. */
  see?(result: unknown): void;
}

/**
 * Polls three times, an hour apart: before there is anything, when there is something new, and when there is nothing new
 * since then, which is repeated where nothing is emitted. A node that emits nothing the second time may only have noted what
 * there is: then there is something new again.
 */
export const tracePoll: Trace = async (operation, type, stage) => {
  const poll = async (
    opened: OpenedNode,
    kind: Run['kind'],
    { later, isEmpty = false, there = usual, mode = 'trigger', hear, see, ...answers }: Answers & Poll,
  ): Promise<Run> => {
    const answering = { isEmpty, ...answers, known: { ...answers.known, ...there } };
    const observed = { kind, items: 0, number: 1, answering, later, ...(hear && { hear }) };
    const { run, result } = await observeRun(stage, observed, () => opened.poll(mode));
    see?.(result);
    return { ...run, ...outcomeOf(run, () => outputsOf(result, stage.credentials)) };
  };
  let opened: OpenedNode | undefined;
  let empty: Run | undefined;
  const { prepared, answers, plain } = await learnAnswers(
    operation,
    { type, engine: stage.engine, credentials: stage.credentials },
    async ({ node, type: one }, given, kind) => {
      opened = stage.engine.open(node, one);
      empty = await poll(opened, kind === 'record' ? kind : 'empty', { ...given, later: 0, isEmpty: true });
      return poll(opened, kind, { ...given, later: hour });
    },
  );
  /** Polls once more, and again if that emits nothing: what a node forgets while it is silent, it emits the next time. */
  const repeated = async (one: OpenedNode, { later, ...after }: Poll): Promise<Run> => {
    const restore = one.rememberStaticData();
    const again = await poll(one, 'again', { ...answers, ...after, later: later + hour });
    if (hasEnded(again) && isSilent(again))
      return poll(one, 'again', { ...answers, ...after, later: later + 2 * hour });
    restore();
    // What is only held back for a while is emitted again on purpose, in case that nobody took it.
    const soon = await poll(one, 'again', { ...answers, ...after, later: later + second });
    if (hasEnded(soon) && isSilent(soon)) return soon;
    return (await continued(one, { later, ...after })) ?? again;
  };
  /** The second of two polls, if it asks for what follows the answer to the first one: answers say where that is. */
  const continued = async (one: OpenedNode, { later, there = usual }: Poll): Promise<Run | undefined> => {
    if (![...answers.shapes.values()].some(readsPage)) return undefined;
    const after = { ...answers, shapes: new Map(), usual: newShape(), there: { ...there, hasMore: true } };
    const pollAt = (kind: Run['kind'], hours: number) => poll(one, kind, { ...after, later: later + hours * hour });
    const restore = one.rememberStaticData();
    await pollAt('record', 2);
    restore();
    const [first, next] = [await pollAt('again', 2), await pollAt('again', 3)];
    return hasEnded(next) && !haveSameDigests(first.requests, next.requests) ? next : undefined;
  };
  /** Whether it still emits nothing where something is as new as can be, but emits it where a user tests it. */
  const emitsOnlyInEditor = async (one: OpenedNode): Promise<boolean> => {
    const again = { ...answers, later: 3 * hour, there: newest };
    const [fourth, manual] = [await poll(one, 'again', again), await poll(one, 'again', { ...again, mode: 'manual' })];
    return hasEnded(fourth) && isSilent(fourth) && hasEnded(manual) && !isSilent(manual);
  };
  /** Whether the fourth poll emits something only if a field has a time, and leaves that as it is. */
  const needsStored = async (one: OpenedNode, name: string, time: string | number): Promise<boolean> => {
    const data = one.staticData();
    const fourth = async (kind: 'record' | 'again', stored?: typeof time) => {
      const restore = one.rememberStaticData();
      if (stored !== undefined) Reflect.set(data, name, stored);
      const run = await poll(one, kind, { ...answers, later: 3 * hour, there: newest });
      const isKept = Reflect.get(data, name) === stored;
      restore();
      return { isKept, emits: !isSilent(run), hasEnded: hasEnded(run) };
    };
    // It may read more of an answer than the polls before.
    await fourth('record', time);
    const [without, given] = [await fourth('again'), await fourth('again', time)];
    return [without, given].every((run) => run.hasEnded && run.isKept) && !without.emits && given.emits;
  };
  /** The field with the time of a poll that it does not store. */
  const unstoredIn = async (one: OpenedNode): Promise<string | undefined> => {
    const names = timesIn(String(Reflect.get(type, 'poll')));
    for (const name of names.filter((field) => !(field in one.staticData())))
      for (const time of [storedTime, Date.parse(storedTime)]) if (await needsStored(one, name, time)) return name;
    return undefined;
  };
  /** Whether it emits something again although it is not new, whichever entry of a list is the newest one. */
  const repeatsOld = async (): Promise<boolean> => {
    for (const order of ordersOf(plain)) {
      const one = stage.engine.open(prepared.node, prepared.type);
      const there = { ...usual, order };
      const pollAt = (later: number) => poll(one, 'again', { ...answers, later, there });
      await poll(one, 'again', { ...answers, later: 0, isEmpty: true });
      // What is only held back for a while is emitted again on purpose.
      const [first, next] = [await pollAt(hour), await pollAt(hour + second)];
      const isAgain = hasEnded(first) && hasEnded(next) && first.count > 1 && next.count > 0;
      if (!isAgain || !haveSameDigests(first.requests, next.requests) || !isAmong(next, first)) return false;
    }
    return true;
  };
  /** Whether it emits one of two new entries, with nothing else, and in the polls after that never the other one. */
  const losesEntry = async (): Promise<boolean> => {
    if (![...answers.shapes.values()].every((shape) => holdsOnlyList(shape, true))) return false;
    const one = stage.engine.open(prepared.node, prepared.type);
    const emitted: unknown[] = [];
    const heard: { sent: string; response: string }[] = [];
    const hear: RunOptions['hear'] = (sent, response = '') => heard.push({ sent, response });
    const see = (result: unknown) => emitted.push(...[result].flat(2).slice(0, 2));
    await poll(one, 'again', { ...answers, later: 0, isEmpty: true });
    for (const hours of [1, 2, 3]) {
      const run = await poll(one, 'again', { ...answers, later: hours * hour, hear, see });
      // What it emits may depend on another response, or be the one entry that a parameter names.
      const [request, ...others] = run.requests;
      if (!hasEnded(run) || !request || others.length > 0 || request.marks.length > 0) return false;
    }
    const [item, ...more] = emitted.filter((one) => one !== null && one !== undefined);
    const [{ sent, response } = { sent: '', response: '' }] = heard;
    if (more.length > 0 || asksForOne.test(sent)) return false;
    const values = leavesOf(Reflect.get(Object(item), 'json'));
    const entries = listIn(response).map((entry) => new Set(leavesOf(entry)));
    const isOf = (entry: ReadonlySet<unknown>) => values.length > 0 && values.every((value) => entry.has(value));
    return entries.length > 1 && entries.filter(isOf).length === 1;
  };
  const trace = (...runs: Run[]) => ({
    ...traceHead(operation, prepared),
    runs: [...runs, ...(empty && hasEnded(empty) ? [empty] : [])],
  });
  if (!opened || !hasEnded(plain)) return trace(plain);
  if (!isSilent(plain)) {
    const again = await repeated(opened, { later: hour });
    const isOld = isSilent(again) && (await repeatsOld());
    const isLoss = isSilent(again) && plain.count === 1 && !answers.known?.sought && (await losesEntry());
    return { ...trace(plain, again), ...(isOld && { repeatsOld: true }), ...(isLoss && { losesEntry: true }) };
  }
  const third = await poll(opened, 'plain', { ...answers, later: 2 * hour, there: newer });
  if (isSilent(third)) {
    if (!hasEnded(third)) return trace(plain);
    const isFirst = !opened.hasStaticData() && (await emitsOnlyInEditor(opened));
    const unstored = isFirst ? undefined : await unstoredIn(opened);
    return { ...trace(plain), ...(isFirst && { isAlwaysFirst: true }), ...(unstored !== undefined && { unstored }) };
  }
  return trace(third, await repeated(opened, { later: 2 * hour, there: newer }));
};

/** The orders that a list may have: the one that its request asks for, or both. */
const ordersOf = ({ requests }: Run): readonly ('newest first' | 'oldest first')[] =>
  requests.some(({ url }) => newestFirst.test(safeDecode(url))) ? ['newest first'] : ['newest first', 'oldest first'];
const newestFirst =
  /[?&](?:sort|order)[\w[\]]{0,20}=(?:desc(?:ending)?\b|-(?:created|updated|date|time)|[\w.]{1,30}[ :,+]desc\b)/i;

/** The list that a response in JSON is, or has. */
function listIn(response: string): unknown[] {
  const body = tryJson(response);
  const list = Array.isArray(body) ? body : Object.values(Object(body)).find((field) => Array.isArray(field));
  return Array.isArray(list) ? list : [];
}

/** Levels of an entry that are looked at. */
const deepest = 6;

/** Texts and numbers in a value. */
const leavesOf = (value: unknown, depth = 0): unknown[] =>
  typeof value === 'object' && value !== null && depth < deepest
    ? Object.values(value).flatMap((one) => leavesOf(one, depth + 1))
    : [value];

/** What asks for a single entry. */
const asksForOne = /(?:limit|size|page|top|first|count|max|take)\w{0,20}["']?\s{0,3}[=:]\s{0,3}["']?1(?!\d)/i;

/** Whether one poll emits nothing but what another one has emitted. */
const isAmong = ({ outputs = [] }: Run, { outputs: others = [] }: Run): boolean => {
  const known = new Set(others.flat().map(({ digest }) => digest));
  return outputs.flat().every(({ digest }) => known.has(digest));
};

const isSilent = ({ count, shapeless }: Run) => count === 0 && shapeless === undefined;
