import type { INodeProperties, INodeType } from 'n8n-workflow';
import { isShown, type Prepared, prepareNode } from '../engine/prepare-node.ts';
import type { PlannedOperation } from '../plan/run-input.ts';
import type { Wishes } from '../simulated/marking.ts';
import { safeDecode } from '../simulated/request-text.ts';
import { hasEnded } from '../trace/ending.ts';
import type { OperationTrace } from '../trace/trace.ts';
import { most } from '../trace/trace-limits.ts';
import { type Joined, joinedIn, type Pair } from './joined-lists.ts';
import type { Learned } from './learned.ts';
import type { Stage } from './observe-run.ts';
import { heard, type OneRun, oneRun } from './one-run.ts';

/** Parameters of one operation that are looked at. */
const maxParameters = 10;

/** Characters of requests after which no more of them are looked at. */
const maxText = 1_000_000;

/**
 * The parameters where two values are selected, and requests have one of them: the first, or the last, in whichever order
 * they are selected. Where a value is tried after another one, the second is sent when the first finds nothing, or fails.
 */
export async function partlySentOf(
  operation: PlannedOperation,
  type: INodeType,
  learned: Pick<Learned, 'prepared' | 'answers'>,
  stage: Stage,
): Promise<Pick<OperationTrace, 'partlySent' | 'joined'>> {
  const lists = pairsFor(operation, learned.prepared, stage, ({ type }) => type === 'multiOptions');
  // A text may have to be another one than those that are tried.
  const texts = pairsFor(operation, learned.prepared, stage, isListText);
  const [ofLists, ofTexts] = [
    await sentOf(lists, operation, type, learned, stage),
    await sentOf(texts, operation, type, learned, stage),
  ];
  const partly = [...ofLists.partly, ...ofTexts.partly.map((one) => ({ ...one, isText: true as const }))];
  // Without a value, a text may be left to the API in whatever way it likes.
  const joined = [...ofLists.joined, ...ofTexts.joined];
  return {
    ...(partly.length > 0 && { partlySent: partly.slice(0, maxParameters) }),
    ...(joined.length > 0 && { joined: joined.slice(0, maxParameters) }),
  };
}

interface SentOfSeveral {
  partly: PartlySent;
  joined: Joined[];
}

type PartlySent = NonNullable<OperationTrace['partlySent']>;

async function sentOf(
  pairs: ReadonlyMap<string, Pair>,
  operation: PlannedOperation,
  type: INodeType,
  { prepared, answers }: Pick<Learned, 'prepared' | 'answers'>,
  stage: Stage,
): Promise<SentOfSeveral> {
  const found: SentOfSeveral = { partly: [], joined: [] };
  if (pairs.size === 0) return found;
  const selected = new Map([...pairs].map(([name, pair]): [string, readonly string[]] => [name, pair]));
  const reversed = new Map([...pairs].map(([name, [one, other]]): [string, readonly string[]] => [name, [other, one]]));
  const all = { ...prepared.wishes, fields: 'all' as const };
  /** Which of its two values requests have, by parameter. */
  const runWith = async (wishes: Wishes, more: Partial<OneRun> = {}) => {
    const one = prepareNode(operation, type, wishes, stage.engine);
    const options = { kind: 'fields', items: [0], number: 9, ...answers, ...more } as const;
    const { run, texts, bodies } = await heard((hear) => oneRun(one, { ...options, hear }, stage));
    let sent = '';
    for (const text of texts) {
      // A line break in JSON, before a word.
      if (sent.length < maxText) sent += `${safeDecode(text.replaceAll('+', ' ')).replace(/\\[nrt]/g, ' ')}\n`;
    }
    const found = new Map([...pairs].map(([name, pair]) => [name, pair.map((value) => holds(sent, value)).join()]));
    return { isOver: hasEnded(run), found, bodies };
  };
  let wishes: Wishes = { ...all, selected };
  let first = await runWith(wishes);
  if (!first.isOver) {
    // Another optional field may be what it refuses.
    wishes = { ...wishes, without: new Set([...wishes.without, ...fieldsBeside(prepared, pairs)]) };
    first = await runWith(wishes);
  }
  const isPart = (found: string | undefined) => found === 'true,false' || found === 'false,true';
  if (!first.isOver) return found;
  const unselected = async () =>
    (await runWith({ ...wishes, selected: new Map([...pairs.keys()].map((name) => [name, []])) })).bodies;
  found.joined = await joinedIn(pairs, first.bodies, unselected);
  if (![...first.found.values()].some(isPart)) return found;
  const second = await runWith({ ...wishes, selected: reversed });
  if (!second.isOver) return found;
  const suspects = [...pairs.keys()].filter((name) => {
    const [one, other] = [first.found.get(name), second.found.get(name)];
    return isPart(one) && isPart(other) && one !== other;
  });
  if (suspects.length === 0) return found;
  const failing = await runWith(wishes, { fails: () => true });
  const empty = await runWith(wishes, { isEmpty: true });
  // With one of its optional fields, an API may take a single value.
  const bare = await runWith({ ...prepared.wishes, selected });
  found.partly = suspects
    .filter((name) => [failing, empty, bare].every(({ found }) => found.get(name) !== 'true,true'))
    .map((name) => ({
      name: name.slice(0, most.name),
      sent: first.found.get(name) === 'true,false' ? 'first' : 'last',
    }));
  return found;
}

/** Whether a text has a value as a word of its own, in capitals or not. */
const holds = (text: string, value: string): boolean =>
  new RegExp(`(?<![\\w-])${value.replaceAll('.', '\\.')}(?![\\w-])`, 'i').test(text);

/** What stands for others, or for nothing, as a value. */
export const ofOthers = /^(?:all|any|every|none|null|default|auto|\*)/i;
/** Where the order in which values are selected may have a meaning. */
const isOrdered = /first|fallback|prefer|priorit|order\b|random|rotat|pool|balanc/i;

/** Two values for each parameter that takes several, which no other parameter has. @param takes whether it takes several */
function pairsFor(
  operation: PlannedOperation,
  prepared: Prepared,
  { engine }: Stage,
  takes: (property: INodeProperties) => boolean,
): ReadonlyMap<string, Pair> {
  const isGiven = ({ name }: INodeProperties) =>
    Object.hasOwn(operation.choices, name) || Object.hasOwn(operation.values ?? {}, name);
  const { properties } = prepared.type.description;
  const open = properties.filter((one) => !isGiven(one) && isShown(one, prepared, engine));
  const used = new Set<string>();
  const pairs = new Map<string, Pair>();
  for (const property of open.flatMap((one) => severalIn(one, takes))) {
    if (
      pairs.size >= maxParameters ||
      isOrdered.test([property.name, property.displayName, property.description, property.hint].join('\n'))
    )
      continue;
    const [one, other] = valuesOf(property, pairs.size).filter((value) => !used.has(value));
    if (one === undefined || other === undefined || pairs.has(property.name)) continue;
    used.add(one).add(other);
    pairs.set(property.name, [one, other]);
  }
  return pairs;
}

/** A property that takes several values, or those that it contains. */
const severalIn = (
  property: INodeProperties,
  takes: (property: INodeProperties) => boolean,
  depth = 0,
): INodeProperties[] => {
  if (takes(property)) return [property];
  if (!/^(?:collection|fixedCollection)$/.test(property.type) || depth > 2) return [];
  return (property.options ?? []).flatMap((option) => {
    const inner = 'values' in option ? option.values : 'type' in option ? [option] : [];
    return inner.flatMap((one) => severalIn(one, takes, depth + 1));
  });
};

/** Whether users read that they can enter several values, with commas between them. */
const isListText = ({ type, displayName, description = '', hint = '', placeholder = '' }: INodeProperties): boolean =>
  type === 'string' && betweenCommas.test([displayName, description, hint, placeholder].join('\n'));

const betweenCommas =
  /\bcomma[- ](?:separated|delimited)\b|\b(?:separated|delimited) (?:by|with|using) (?:a )?commas?\b|\bseparate (?:\w+ ){0,4}(?:by|with) (?:a )?commas?\b/i;

/** Values that can be recognised; numbers where the API lists them, because IDs may have to be numbers. */
function valuesOf({ name, type, options = [], typeOptions }: INodeProperties, at: number): string[] {
  if (type === 'string' && /e-?mail|recipient/i.test(name)) return [`one${at}@mail.example`, `two${at}@mail.example`];
  if (type === 'string' || typeOptions?.loadOptionsMethod !== undefined || typeOptions?.loadOptions !== undefined)
    return [`7316${at}4281`, `7316${at}5392`];
  return options.flatMap((option) =>
    'value' in option &&
    typeof option.value === 'string' &&
    recognisable.test(option.value) &&
    !ofOthers.test(option.value)
      ? [option.value]
      : [],
  );
}

const recognisable = /^[\w.:/-]{2,100}$/;

/** The names of the optional fields that stand beside those where several values can be selected. */
const fieldsBeside = ({ type: { description } }: Prepared, pairs: ReadonlyMap<string, Pair>): string[] =>
  description.properties
    .filter(({ type }) => type === 'collection')
    .flatMap(({ options = [] }) =>
      options.flatMap((option) =>
        'type' in option && !severalIn(option, ({ name }) => pairs.has(name)).length ? [option.name] : [],
      ),
    );
