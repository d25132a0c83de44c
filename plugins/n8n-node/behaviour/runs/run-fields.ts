import type { INodeProperties, INodeType } from 'n8n-workflow';
import { singularWordsOf } from '../../model/words.ts';
import { isRouted, type Prepared, prepareNode, traceHead } from '../engine/prepare-node.ts';
import type { PlannedOperation } from '../plan/run-input.ts';
import type { FormName } from '../simulated/forms.ts';
import type { LeftOut, Wishes } from '../simulated/marking.ts';
import { lettersOf } from '../simulated/request-text.ts';
import { parametersNamed, prefixIn } from '../simulated/wishes.ts';
import { hasEnded } from '../trace/ending.ts';
import { jsonText } from '../trace/json-text.ts';
import { marksIn, parameterOf } from '../trace/marks.ts';
import { changesRecord } from '../trace/request.ts';
import type { Run } from '../trace/run.ts';
import type { OperationTrace } from '../trace/trace.ts';
import type { Learned } from './learned.ts';
import { leftOutIn } from './left-out-switches.ts';
import type { Stage } from './observe-run.ts';
import { type Heard, heard, oneRun } from './one-run.ts';
import { changesOf } from './run-variants.ts';
import { startsAsked } from './starts-asked.ts';

/** Errors of code that needs what is optional in the editor. */
const maxNeeded = 3;
/** Other values of parameters that are tried where a text gets nowhere. */
const maxChanges = 24;

/** Number of the runs with all optional fields. */
const numberOfFilled = 7;

interface FilledRun {
  run: Run;
  unsent: Unsent;
  /** Fields of collections whose names are nowhere. */
  unseen: string[];
  prepared: Prepared;
  /** The run without other optional texts that has what the run with all of them does not send. */
  unset?: Run;
}

/**
 * Runs an operation with all optional fields, if it has more of them and takes them. Where the texts of a parameter get
 * nowhere, it runs again with numbers, UUIDs and others in their place, because code may take only these, and without the
 * fields of other parameters, which may stand in for them.
 */
export async function runFields(
  operation: PlannedOperation,
  type: INodeType,
  { prepared, answers, plain }: Learned,
  stage: Stage,
): Promise<FilledRun | undefined> {
  const { marking, wishes } = prepared;
  const isRead = plain.requests.every(({ method }) => method === 'GET');
  const runWith = async (more: Partial<Wishes>, items: readonly number[], chosen = operation) => {
    const filled = prepareNode(chosen, type, { ...wishes, ...more, fields: 'all' }, stage.engine);
    const hasMore = filled.marking.names.length !== marking.names.length || filled.marking.hasOptional;
    // What is in the body of a GET request gets lost, whatever its type is.
    const mayLose = isRead && filled.marking.switches.size > 0;
    if (!hasMore && !mayLose && !more.unset) return undefined;
    let returned: unknown;
    const see = (result: unknown) => {
      returned = result;
    };
    let heard = '';
    const hear = (sent: string) => {
      if (heard.length < maxText) heard += sent;
    };
    const number = numberOfFilled;
    const runWithout = (left: LeftOut) =>
      oneRun(filled, { kind: 'fields', items, number, sparse: { item: 1, ...left }, ...answers, see, hear }, stage);
    const { hasOptional, known } = filled.marking;
    const isTop = (name: string) => known.some((one) => one.name === name && !one.isField);
    // Without what an entry is looked for by, code may take any: the first one has the value of another item.
    const sought = prepared.marking.names[answers.known?.sought ?? -1];
    let kept: ReadonlySet<string> = new Set([...filled.marking.kept, ...(sought === undefined ? [] : [sought])]);
    let run = await runWithout(hasOptional ? { without: 'optional', kept } : { without: 'fields' });
    // What is optional in the editor may be required by code.
    for (let attempt = 0; attempt < maxNeeded && hasOptional && run.thrown; attempt++) {
      const needed = parametersNamed(run.thrown.message, filled.marking).filter(
        (name) => isTop(name) && !kept.has(name),
      );
      if (needed.length === 0) break;
      kept = new Set([...kept, ...needed]);
      run = await runWithout({ without: 'optional', kept });
    }
    if (!hasEnded(run) || (items.length > 1 && run.count !== plain.count))
      run = await runWithout({ without: 'fields' });
    if (!hasEnded(run)) return undefined;
    const { marked } = traceHead(operation, filled);
    // What a node responds with, no request has.
    if (run.responds) return { run: { ...run, marked }, unsent: [], unseen: [], prepared: filled };
    const sent = run.requests.flatMap(({ marks }) => marks);
    const lost = unsentOf(filled, sent);
    // Large outputs are only searched for what no request has.
    const unsent = lost.length === 0 ? lost : unsentOf(filled, [...sent, ...marksIn(jsonText(returned), number).marks]);
    const given = `${heard}${jsonText(returned)}`;
    const unseen = heard.length < maxText ? unseenOf(filled, given, [...sent, ...marksIn(given, number).marks]) : [];
    return { run: { ...run, marked }, unsent, unseen, prepared: filled };
  };
  const first = await runWith({}, plain.items === 1 ? [0] : [0, 1, 2]);
  if (!first || first.unsent.length === 0) return first;
  let { unsent } = first;
  const texts = unsent.flatMap((one) => one.texts);
  const others = fieldsOf(type.description.properties.filter(({ name }) => !unsent.some((one) => one.name === name)));
  const forms: FormName[] = [
    ...otherForms,
    ...prefixesIn(first.prepared, [...texts, ...unsent.map(({ name }) => name)]),
  ];
  const ways: Partial<Wishes>[] = [
    ...forms.map((form) => ({ forms: new Map([...wishes.forms, ...texts.map((name) => [name, form] as const)]) })),
    // A switch may be what a field depends on.
    { switches: true },
    { without: new Set([...wishes.without, ...others].filter((name) => !texts.includes(name))) },
  ];
  const sendsWith = async (way: Partial<Wishes>) => {
    if (unsent.length === 0) return;
    const again = await runWith(way, [0]);
    unsent = unsent.filter(({ name }) => again?.unsent.some((one) => one.name === name));
  };
  for (const way of ways) await sendsWith(way);
  // Code may take IDs of one kind.
  const starts =
    unsent.length > 0 ? await startsAsked(first.prepared.marking.names, numberOfFilled, () => runWith({}, [0])) : [];
  if (starts.length > 0) await sendsWith({ forms: new Map([...wishes.forms, ...starts]) });
  // Only another kind of what is created may have the field.
  const changes = unsent.length > 0 ? changesOf(operation, prepared, stage, true) : [];
  const selected = changes.filter(({ parameter }) => parameter !== undefined).slice(0, maxChanges);
  for (const { operation: other } of selected) {
    if (unsent.length === 0) break;
    const again = await runWith({}, [0], other);
    const { texts = [] } = again?.prepared.marking ?? {};
    unsent = unsent.filter(({ name }) => !texts.includes(name) || again?.unsent.some((one) => one.name === name));
  }
  const optional = unsent.length > 0 ? optionalTexts(first.prepared) : [];
  const alone =
    optional.length > 0 ? await runWith({ unset: new Set([...(wishes.unset ?? []), ...optional]) }, [0]) : undefined;
  const { texts: known = [] } = alone?.prepared.marking ?? {};
  const lost = new Set(alone?.run.lostInGet?.map((mark) => known[parameterOf(mark)]));
  const isSent = ({ name }: Unsent[number]) =>
    lost.has(name) || (known.includes(name) && !alone?.unsent.some((one) => one.name === name));
  const isUsed = unsent.some(isSent);
  return {
    ...first,
    unsent: unsent.filter((one) => !isSent(one)).slice(0, 100),
    ...(alone && isUsed && { unset: alone.run }),
  };
}

/** The texts of the top level that users may leave empty, as an ID of the one that is wanted in place of filters. */
const optionalTexts = ({ type, marking: { names } }: Prepared): string[] =>
  type.description.properties.flatMap(({ name, type: kind, required = false, default: usual }) =>
    kind === 'string' && !required && usual === '' && names.includes(name) ? [name] : [],
  );

/**
 * Runs an operation with all switches off, if it changes something, or one of them is on at first or a filter; and, unless
 * one is only on at first, with all of them on.
 */
export async function runSwitches(
  operation: PlannedOperation,
  type: INodeType,
  { prepared: { wishes }, answers, plain }: Learned,
  stage: Stage,
): Promise<Run[]> {
  const filledWith = (more: Partial<Wishes>) =>
    prepareNode(operation, type, { ...wishes, fields: 'all', ...more }, stage.engine);
  const { marking } = filledWith({});
  if (marking.switches.size === 0) return [];
  const switched = (kind: 'on' | 'off'): Promise<Heard> => {
    const one = filledWith({ switches: kind === 'on' });
    return heard((hear) => oneRun(one, { kind, items: [0], number: 9, ...answers, hear }, stage));
  };
  const off = async (on?: Heard): Promise<Run> => {
    const ended = await switched('off');
    const { run } = ended;
    const sent = new Set(run.requests.flatMap(({ stillOn = [] }) => stillOn.map(wordsOf)));
    const keptOn = [...marking.switchesOn].filter((name) => sent.has(wordsOf(name))).slice(0, 20);
    const leftOut = on ? leftOutIn(marking.filters, { on, off: ended }).slice(0, 20) : [];
    return {
      ...run,
      ...(keptOn.length > 0 && { keptOn }),
      ...(leftOut.length > 0 && { leftOut }),
    };
  };
  if (marking.filters.size > 0 || plain.requests.some((one) => changesRecord(one, operation.choices['operation']))) {
    const on = await switched('on');
    return [on.run, await off(on)];
  }
  return marking.switchesOn.size > 0 ? [await off()] : [];
}

const wordsOf = (name: string) => singularWordsOf(name).join(' ');

/** What code may demand of a text, and leave it out without an error otherwise. */
const otherForms = ['number', 'uuid', 'email', 'url'] as const;

/** Characters of requests that are searched for names of fields. */
const maxText = 1_000_000;

/** The names of the fields of each collection in a parameter, at any depth. */
function collectionsIn({ options = [] }: INodeProperties): string[][] {
  const own = options.filter((one): one is INodeProperties => 'type' in one);
  const groups = options.flatMap((one) => ('values' in one ? [one.values] : []));
  return [own, ...groups].flatMap((fields) => [
    fields.filter((one) => !mayBeLeftOut(one)).map(({ name }) => name),
    ...fields.flatMap(collectionsIn),
  ]);
}

/** What stands for others, or for nothing, as a value. */
const ofOthers = /^(?:all|any|every|none|null|default|auto|\*)/i;

/** Whether an option of a field is the same as no value: code may send none for it. */
const mayBeLeftOut = ({ type, options = [] }: INodeProperties): boolean =>
  type === 'options' && options.some((one) => 'value' in one && (one.value === '' || ofOthers.test(String(one.value))));

/** What code may hand on to a client as a whole, which sends none of the names. */
const ofClients = /timeout|proxy|agent|header|retr|redirect|encoding|gzip|json|certificate|tls|ssl|ignore|full|format/i;

/**
 * The fields of collections whose names are not in a text, however they are written, and whose values did not arrive, where
 * others are there that only the same collection has: code may use the whole of another one where a response has its place.
 * @param marks that arrived
 */
function unseenOf(
  { marking: { filled, names, texts }, type: { description } }: Prepared,
  text: string,
  marks: readonly string[],
) {
  const all = lettersOf(text);
  const numbers = new Set(marks.map(parameterOf));
  const arrived = new Set([...numbers].map((number) => names[number]));
  const arrivedIn = ({ name }: INodeProperties) =>
    new Set([...numbers].flatMap((number) => (texts[number] === name ? [names[number]] : [])));
  const isSeen = (name: string) => arrived.has(name) || all.includes(lettersOf(name));
  /** Code may take off what all of them begin with: `query_order`, `query_filter`. */
  const isSeenWithout = (fields: readonly string[]) => {
    const [start = ''] = /^[a-z]+_/.exec(fields[0] ?? '') ?? [];
    const isShared = start !== '' && fields.length > 1 && fields.every((name) => name.startsWith(start));
    return (name: string) => isSeen(name) || (isShared && isSeen(name.slice(start.length)));
  };
  const found = description.properties
    .filter((one) => !isRouted(one))
    .flatMap((one) => {
      const collections = collectionsIn(one);
      const isOwn = (name: string) => collections.filter((fields) => fields.includes(name)).length === 1;
      const sent = arrivedIn(one);
      return collections.flatMap((fields) => {
        const isPart = fields !== collections[0];
        const isUsed = fields.some(
          (name) => filled.has(name) && isOwn(name) && (isPart ? sent.has(name) : isSeen(name)),
        );
        const isSent = isSeenWithout(fields);
        return isUsed ? fields.filter((name) => filled.has(name) && !isSent(name) && !ofClients.test(name)) : [];
      });
    });
  return [...new Set(found)].slice(0, 100);
}

/** What the description of one of these parameters says that values begin with. */
const prefixesIn = ({ marking: { known } }: Prepared, names: readonly string[]): FormName[] =>
  known.flatMap(({ name, about }) => {
    const prefix = names.includes(name) ? prefixIn(about) : undefined;
    return prefix === undefined ? [] : [`prefix:${prefix}` as const];
  });

/** The names of the optional fields of collections. */
const fieldsOf = (properties: readonly INodeProperties[]): string[] =>
  properties.flatMap(({ type, options = [] }) => (type === 'collection' ? options.map(({ name }) => name) : []));

/** "Applies to searches only." */
const only =
  /\bonly (?:for|if|when|with|applie[sd]|used|valid|works?|in|to)\b|\b(?:for|applie[sd]|used|valid|works?) (?:\w+ ){0,3}only\b/i;

const overriding = /\boverrid(?:es?|ing)\b|\btakes? precedence\b|\b(?:are|is) ignored (?:if|when)\b/i;

type Unsent = NonNullable<OperationTrace['unsent']>;

/** The parameters of which no text arrived. @param marks that did */
function unsentOf({ marking: { names, texts, known }, type }: Prepared, marks: readonly string[]): Unsent {
  const arrived = new Set(marks.map(parameterOf));
  const { properties } = type.description;
  const sharing = Map.groupBy(properties, ({ name }) => name);
  const limited = new Set(known.filter(({ about }) => only.test(about)).map(({ name }) => name));
  // "Overrides simple filters if provided."
  const sent = new Set([...arrived].map((number) => names[number]));
  if (known.some(({ name, about }) => sent.has(name) && overriding.test(about))) return [];
  const groups = Map.groupBy([...texts.keys()], (number) => texts[number]);
  return [...groups].flatMap(([name, numbers]) => {
    const own = sharing.get(name ?? '') ?? [];
    if (name === undefined || own.length !== 1 || own.some(isRouted)) return [];
    const fields = [...new Set(numbers.map((number) => names[number] ?? ''))];
    const isLimited =
      own.some(({ description = '' }) => only.test(description)) || fields.every((field) => limited.has(field));
    const isSpared = numbers.some((number) => arrived.has(number)) || isLimited;
    return isSpared ? [] : [{ name, texts: fields.slice(0, 100) }];
  });
}
