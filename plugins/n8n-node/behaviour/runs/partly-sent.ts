import type { INodeProperties, INodeType } from 'n8n-workflow';
import { isShown, type Prepared, prepareNode } from '../engine/prepare-node.ts';
import type { PlannedOperation } from '../plan/run-input.ts';
import { safeDecode } from '../simulated/request-text.ts';
import type { Wishes } from '../simulated/values.ts';
import { hasEnded } from '../trace/ending.ts';
import type { OperationTrace } from '../trace/trace.ts';
import { most } from '../trace/trace-limits.ts';
import type { Learned } from './learned.ts';
import type { Stage } from './observe-run.ts';
import { type OneRun, oneRun } from './one-run.ts';

/** Parameters of one operation that are looked at. */
const maxParameters = 10;

/** Characters of requests after which no more of them are looked at. */
const maxText = 1_000_000;

/** Two values of a parameter. */
type Pair = readonly [one: string, other: string];

/**
 * The parameters where two values are selected, and requests have one of them: the first, or the last, in whichever order
 * they are selected. Where a value is tried after another one, the second is sent when the first finds nothing, or fails.
 */
export async function partlySentOf(
  operation: PlannedOperation,
  type: INodeType,
  { prepared, answers }: Pick<Learned, 'prepared' | 'answers'>,
  stage: Stage,
): Promise<NonNullable<OperationTrace['partlySent']>> {
  const pairs = pairsFor(operation, prepared, stage);
  if (pairs.size === 0) return [];
  const selected = new Map([...pairs].map(([name, pair]): [string, readonly string[]] => [name, pair]));
  const reversed = new Map([...pairs].map(([name, [one, other]]): [string, readonly string[]] => [name, [other, one]]));
  const all = { ...prepared.wishes, fields: 'all' as const };
  /** Which of its two values requests have, by parameter. */
  const runWith = async (wishes: Wishes, more: Partial<OneRun> = {}) => {
    let sent = '';
    const hear = (text: string) => {
      // A line break in JSON, before a word.
      if (sent.length < maxText) sent += `${safeDecode(text.replaceAll('+', ' ')).replace(/\\[nrt]/g, ' ')}\n`;
    };
    const one = prepareNode(operation, type, wishes, stage.engine);
    const options = { kind: 'fields', items: [0], number: 9, ...answers, ...more, hear } as const;
    const run = await oneRun(one, options, stage);
    const found = new Map([...pairs].map(([name, pair]) => [name, pair.map((value) => holds(sent, value)).join()]));
    return { isOver: hasEnded(run), found };
  };
  let wishes: Wishes = { ...all, selected };
  let first = await runWith(wishes);
  if (!first.isOver) {
    // Another optional field may be what it refuses.
    wishes = { ...wishes, without: new Set([...wishes.without, ...fieldsBeside(prepared, pairs)]) };
    first = await runWith(wishes);
  }
  const isPart = (found: string | undefined) => found === 'true,false' || found === 'false,true';
  if (!first.isOver || ![...first.found.values()].some(isPart)) return [];
  const second = await runWith({ ...wishes, selected: reversed });
  if (!second.isOver) return [];
  const suspects = [...pairs.keys()].filter((name) => {
    const [one, other] = [first.found.get(name), second.found.get(name)];
    return isPart(one) && isPart(other) && one !== other;
  });
  if (suspects.length === 0) return [];
  const failing = await runWith(wishes, { fails: () => true });
  const empty = await runWith(wishes, { isEmpty: true });
  // With one of its optional fields, an API may take a single value.
  const bare = await runWith({ ...prepared.wishes, selected });
  return suspects
    .filter((name) => [failing, empty, bare].every(({ found }) => found.get(name) !== 'true,true'))
    .slice(0, maxParameters)
    .map((name) => ({
      name: name.slice(0, most.name),
      sent: first.found.get(name) === 'true,false' ? 'first' : 'last',
    }));
}

/** Whether a text has a value as a word of its own, in capitals or not. */
const holds = (text: string, value: string): boolean =>
  new RegExp(`(?<![\\w-])${value.replaceAll('.', '\\.')}(?![\\w-])`, 'i').test(text);

/** What stands for others, or for nothing, as a value. */
export const ofOthers = /^(?:all|any|every|none|null|default|auto|\*)/i;
/** Where the order in which values are selected may have a meaning. */
const isOrdered = /first|fallback|prefer|priorit|order\b|random|rotat|pool|balanc/i;

/** Two values for each parameter where several can be selected, which no other parameter has. */
function pairsFor(operation: PlannedOperation, prepared: Prepared, { engine }: Stage): ReadonlyMap<string, Pair> {
  const isGiven = ({ name }: INodeProperties) =>
    Object.hasOwn(operation.choices, name) || Object.hasOwn(operation.values ?? {}, name);
  const { properties } = prepared.type.description;
  const open = properties.filter((one) => !isGiven(one) && isShown(one, prepared, engine));
  const used = new Set<string>();
  const pairs = new Map<string, Pair>();
  for (const property of open.flatMap((one) => severalIn(one))) {
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

/** A property where several values can be selected, or those that it contains. */
const severalIn = (property: INodeProperties, depth = 0): INodeProperties[] => {
  if (property.type === 'multiOptions') return [property];
  if (!/^(?:collection|fixedCollection)$/.test(property.type) || depth > 2) return [];
  return (property.options ?? []).flatMap((option) => {
    const inner = 'values' in option ? option.values : 'type' in option ? [option] : [];
    return inner.flatMap((one) => severalIn(one, depth + 1));
  });
};

/** Values that can be recognised; numbers where the API lists them, because IDs may have to be numbers. */
function valuesOf({ options = [], typeOptions }: INodeProperties, at: number): string[] {
  if (typeOptions?.loadOptionsMethod !== undefined || typeOptions?.loadOptions !== undefined)
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
        'type' in option && !severalIn(option).some(({ name }) => pairs.has(name)) ? [option.name] : [],
      ),
    );
