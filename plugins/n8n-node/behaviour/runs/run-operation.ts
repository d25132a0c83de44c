import type { INode, INodeExecutionData, INodeProperties, INodeType } from 'n8n-workflow';
import { isRouted, type Prepared, prepareNode, traceHead, visibleParameters } from '../engine/prepare-node.ts';
import type { PlannedOperation } from '../plan/run-input.ts';
import { withoutValues } from '../simulated/api.ts';
import { safeDecode } from '../simulated/request-text.ts';
import { storedFile } from '../simulated/stored-files.ts';
import type { Wishes } from '../simulated/values.ts';
import { haveSameDigests } from '../trace/digest.ts';
import { hasEnded, lacksItem } from '../trace/ending.ts';
import { jsonText } from '../trace/json-text.ts';
import { fileMark, itemsIn, markOf, marksIn, parameterOf } from '../trace/marks.ts';
import { isWrite, type OperationTrace, type Run } from '../trace/trace.ts';
import { droppedOf } from './dropped-parameters.ts';
import { type Answers, type Learned, learnAnswers } from './learn-answers.ts';
import { observeRun, outcomeOf, type Stage, type Trace } from './observe-run.ts';
import { changesOf, outputsOf } from './traced-output.ts';

interface OneRun extends Answers {
  kind: Run['kind'];
  items: readonly number[];
  /** Number of the run, which its values carry. */
  number: number;
  fails?: (sent: string) => boolean;
  /** Of requests that fail; 500 unless given. */
  status?: number;
  continueOnFail?: boolean;
  /** Item whose collections have fields without values. */
  sparse?: number;
  /** Given what the node returned. */
  see?(result: unknown): void;
}

/** Runs one operation in all ways that are compared. */
export const traceOperation: Trace = async (operation, type, stage) => {
  // n8n gives one item to a node without inputs.
  const all = hasInputs(type) ? [0, 1, 2] : [0];
  stage.engine.reads();
  const { prepared, answers, plain, bare } = await learnAnswers(operation, { type, ...stage }, (one, given, kind) =>
    oneRun(
      one,
      kind === 'record' ? { kind, items: [0], number: 0, ...given } : { kind, items: all, number: 1, ...given },
      stage,
    ),
  );
  const run = (options: Omit<OneRun, 'shapes' | 'usual'>) => oneRun(prepared, { ...answers, ...options }, stage);
  const runs: Run[] = [];
  const trace = { ...traceHead(operation, prepared), runs };
  runs.push(plain);
  if (bare) runs.push(bare);
  if (plain.given || (plain.thrown && !lacksItem(plain.thrown)))
    return { ...trace, ...absentOf(stage.engine.reads(), prepared, type) };
  runs.push(await run({ kind: 'single', items: [1], number: 2 }));
  if (plain.thrown) return trace;
  if (plain.requests.length === 0) {
    const isIdle = readsNothing(operation, { plain, prepared, read: stage.engine.reads() }, stage);
    return { ...trace, ...(isIdle && { isIdle }) };
  }
  const fields = await runFields(operation, type, { prepared, answers }, stage);
  if (fields) runs.push(fields.run);
  // Where there are fewer items, they were filtered.
  const unsent = fields?.run.count === plain.count ? fields.unsent : [];
  runs.push(...(await runSwitches(operation, type, { prepared: fields?.prepared ?? prepared, answers, plain }, stage)));
  const dropped = await droppedOf(operation, type, {
    ...{ prepared: fields?.prepared ?? prepared, run: fields?.run ?? plain, engine: stage.engine },
    again: (one) => oneRun(one, { kind: 'fields', items: [0], number: 9, ...answers }, stage),
  });
  runs.push(await run({ kind: 'failing', items: all, number: 3, fails: () => true }));
  runs.push(await run({ kind: 'denied', items: [0], number: 3, fails: () => true, status: 401 }));
  const later = failureOfLater(plain);
  if (later) runs.push(await run({ kind: 'later', items: [0], number: 8, fails: later }));
  const fails = failureOfItems(plain, all.length);
  if (fails) runs.push(await run({ kind: 'tolerant', items: all, number: 4, continueOnFail: true, fails }));
  if (plain.outputs?.flat().some(({ files }) => files !== undefined))
    runs.push(await run({ kind: 'bytes', items: all, number: 6, known: { ...answers.known, isBytes: true } }));
  const pages = prepared.marking.known.some(({ name, isField }) => name === allPages && !isField);
  if (pages && prepared.node.parameters[allPages] === false) runs.push(await runPages(operation, type, stage));
  const read = stage.engine.reads();
  const unknown = unknownIn(read, type);
  const unread = ownParameters(operation, prepared, stage)
    .filter((name) => !read.has(name))
    .slice(0, 100);
  const isOfOther =
    isAuthorized(plain) && stage.seen.hasSentSecret && (await sendsSameWithOther(plain, { prepared, answers }, stage));
  return {
    ...trace,
    unread,
    ...(unsent.length > 0 && { unsent }),
    ...(dropped.length > 0 && { dropped }),
    ...(unknown.length > 0 && { unknown }),
    ...(isOfOther && { isOfOther }),
  };
};

const ownParameters = ({ choices }: PlannedOperation, prepared: Prepared, { engine }: Stage): string[] =>
  visibleParameters(prepared, engine).filter((name) => !Object.hasOwn(choices, name));

/** Whether it read none of its parameters, of which it has more than collections that all operations have, or no output. */
function readsNothing(
  operation: PlannedOperation,
  { plain, prepared, read }: Pick<Learned, 'plain' | 'prepared'> & { read: ReadonlySet<string> },
  stage: Stage,
): boolean {
  const own = ownParameters(operation, prepared, stage);
  const types = prepared.type.description.properties.filter(({ name }) => own.includes(name)).map(({ type }) => type);
  return own.every((name) => !read.has(name)) && (plain.count === 0 || types.some((one) => one !== 'collection'));
}

const hasInputs = ({ description: { inputs } }: INodeType) => !Array.isArray(inputs) || inputs.length > 0;

/**
 * Runs an operation with all optional fields, if it has more of them and takes them. Where the texts of a parameter get
 * nowhere, it runs again with numbers, UUIDs and others in their place, because code may take only these, and without the
 * fields of other parameters, which may stand in for them.
 */
async function runFields(
  operation: PlannedOperation,
  type: INodeType,
  { prepared: { marking, wishes }, answers }: Pick<Learned, 'prepared' | 'answers'>,
  stage: Stage,
): Promise<{ run: Run; unsent: Unsent; prepared: Prepared } | undefined> {
  const runWith = async (more: Partial<Wishes>, items: readonly number[]) => {
    const filled = prepareNode(operation, type, { ...wishes, ...more, fields: 'all' }, stage.engine);
    if (filled.marking.names.length === marking.names.length) return undefined;
    let returned: unknown;
    const see = (result: unknown) => {
      returned = result;
    };
    const number = 7;
    const run = await oneRun(filled, { kind: 'fields', items, number, sparse: 1, ...answers, see }, stage);
    if (!hasEnded(run)) return undefined;
    const { marked } = traceHead(operation, filled);
    const sent = run.requests.flatMap(({ marks }) => marks);
    const lost = unsentOf(filled, sent);
    // Large outputs are only searched for what no request has.
    const unsent = lost.length === 0 ? lost : unsentOf(filled, [...sent, ...marksIn(jsonText(returned), number).marks]);
    return { run: { ...run, marked }, unsent, prepared: filled };
  };
  const first = await runWith({}, [0, 1, 2]);
  if (!first || first.unsent.length === 0) return first;
  let { unsent } = first;
  const texts = unsent.flatMap((one) => one.texts);
  const others = fieldsOf(type.description.properties.filter(({ name }) => !unsent.some((one) => one.name === name)));
  const ways: Partial<Wishes>[] = [
    ...otherForms.map((form) => ({ forms: new Map([...wishes.forms, ...texts.map((name) => [name, form] as const)]) })),
    { without: new Set([...wishes.without, ...others].filter((name) => !texts.includes(name))) },
  ];
  for (const way of ways) {
    if (unsent.length === 0) break;
    const again = await runWith(way, [0]);
    unsent = unsent.filter(({ name }) => again?.unsent.some((one) => one.name === name));
  }
  return { ...first, unsent: unsent.slice(0, 100) };
}

/** Runs an operation that changes something with all switches on, and with all of them off. */
async function runSwitches(
  operation: PlannedOperation,
  type: INodeType,
  { prepared: { marking, wishes }, answers, plain }: Learned,
  stage: Stage,
): Promise<Run[]> {
  const changes = plain.requests.some(({ method }) => method === 'PATCH' || method === 'PUT');
  if (!changes || marking.switches.size === 0) return [];
  const switched = (kind: 'on' | 'off') => {
    const one = prepareNode(operation, type, { ...wishes, fields: 'all', switches: kind === 'on' }, stage.engine);
    return oneRun(one, { kind, items: [0], number: 9, ...answers }, stage);
  };
  return [await switched('on'), await switched('off')];
}

/** What code may demand of a text, and leave it out without an error otherwise. */
const otherForms = ['number', 'uuid', 'email', 'url'] as const;

/** The names of the optional fields of collections. */
const fieldsOf = (properties: readonly INodeProperties[]): string[] =>
  properties.flatMap(({ type, options = [] }) => (type === 'collection' ? options.map(({ name }) => name) : []));

type Unsent = NonNullable<OperationTrace['unsent']>;

/** The parameters of which no text arrived. @param marks that did */
function unsentOf({ marking: { names, texts, known }, type }: Prepared, marks: readonly string[]): Unsent {
  const arrived = new Set(marks.map(parameterOf));
  const { properties } = type.description;
  const sharing = Map.groupBy(properties, ({ name }) => name);
  // "Applies to searches only."
  const limited = new Set(known.filter(({ about }) => /\bonly\b/i.test(about)).map(({ name }) => name));
  const groups = Map.groupBy([...texts.keys()], (number) => texts[number]);
  return [...groups].flatMap(([name, numbers]) => {
    const own = sharing.get(name ?? '') ?? [];
    if (name === undefined || own.length !== 1 || own.some(isRouted)) return [];
    const fields = [...new Set(numbers.map((number) => names[number] ?? ''))];
    const isSpared = numbers.some((number) => arrived.has(number)) || fields.every((field) => limited.has(field));
    return isSpared ? [] : [{ name, texts: fields.slice(0, 100) }];
  });
}

/** Parameters of other operations that it read: with a fallback value, n8n does not throw. */
function absentOf(read: ReadonlySet<string>, { type: { description } }: Prepared, { description: whole }: INodeType) {
  const namesIn = ({ properties }: INodeType['description']) => new Set(properties.map(({ name }) => name));
  const [own, all] = [namesIn(description), namesIn(whole)];
  return { absent: [...read].filter((name) => all.has(name) && !own.has(name)).slice(0, 100) };
}

/** Parameters that n8n itself reads: n8n-core 2.41, execution-engine. */
const ofEngine = ['requestOptions', 'authentication', 'nodeCredentialType', 'genericAuthType'];

/** Names that it read, and that no parameter has. */
function unknownIn(read: ReadonlySet<string>, { description }: INodeType): string[] {
  const names = new Set([...ofEngine, ...description.properties.map(({ name }) => name)]);
  const paths = [...read].map((path) => path.split(/[.[]/)[0] ?? '');
  return [...new Set(paths)].filter((name) => !names.has(name)).slice(0, 100);
}

/** Whether each request has something by which the API knows the user, and no secret. */
const isAuthorized = ({ requests }: Run) => requests.every(({ secrets, hasToken }) => secrets.length === 0 && hasToken);

/** Whether it sends the same with another credential, in the process in which it has sent this one before. */
async function sendsSameWithOther(
  plain: Run,
  { prepared, answers }: Pick<Learned, 'prepared' | 'answers'>,
  stage: Stage,
) {
  stage.credentials.useOtherUser(true);
  const other = await oneRun(prepared, { kind: 'otherSecret', items: [0, 1, 2], number: 1, ...answers }, stage);
  stage.credentials.useOtherUser(false);
  return haveSameDigests(other.requests, plain.requests);
}

/** "Return All": https://docs.n8n.io/integrations/creating-nodes/build/reference/ux-guidelines/ */
const allPages = 'returnAll';

/** Runs an operation that gets every page. */
async function runPages(operation: PlannedOperation, type: INodeType, stage: Stage): Promise<Run> {
  const { plain } = await learnAnswers(
    { ...operation, values: { ...operation.values, [allPages]: true } },
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
 * Decides which requests fail where "Continue on fail" is tried: those of one item, or where no request tells its item,
 * those that are sent once for each. What is sent once for all, a login for example, is no failure of an item.
 */
function failureOfItems({ requests }: Run, items: number): ((sent: string) => boolean) | undefined {
  if (requests.some(({ marks }) => marks.some((mark) => mark.startsWith('1.'))))
    return (sent) => itemsIn(safeDecode(sent)).includes(1);
  const groups = Map.groupBy(requests, ({ url }) => url);
  const repeated = new Set([...groups].flatMap(([url, same]) => (same.length >= items ? [url] : [])));
  return repeated.size === 0 ? undefined : (sent) => repeated.has(sent.split('\n')[0] ?? '');
}

/** What fails where only the first kind of request is answered; undefined unless another kind writes something. */
function failureOfLater({ requests: [first, ...others] }: Run): ((sent: string) => boolean) | undefined {
  const kind = (url = '') => withoutValues(safeDecode(url.split('?')[0] ?? ''));
  const known = kind(first?.url);
  const writes = others.some((request) => isWrite(request) && kind(request.url) !== known);
  return writes ? (sent) => kind(sent.split('\n')[0]) !== known : undefined;
}

async function oneRun({ node, type, marking, wishes }: Prepared, options: OneRun, stage: Stage): Promise<Run> {
  const { engine, credentials } = stage;
  const { kind, number, shapes, usual, known, status, fails = () => false, continueOnFail = false } = options;
  const one: INode = {
    ...engine.workflow.deepCopy(node),
    ...(continueOnFail && { onError: 'continueRegularOutput' as const, continueOnFail }),
  };
  const items = options.items.map(
    (item): INodeExecutionData => ({
      json: marking.valuesOf(item, number, item === options.sparse),
      binary: { data: storedFile(markOf(item, fileMark, number), wishes.file) },
    }),
  );
  const before = JSON.stringify(items.map(({ json }) => json));
  const answering = { fails, shapes, usual, ...(known && { known }), ...(status && { status }) };
  const { run, result } = await observeRun(stage, { kind, items: items.length, number, answering }, () =>
    engine.run(one, type, items),
  );
  options.see?.(result);
  return { ...run, ...outcomeOf(run, () => outputsOf(result, credentials)), changed: changesOf(before, items) };
}
