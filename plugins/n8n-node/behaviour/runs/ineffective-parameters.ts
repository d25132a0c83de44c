import { isDeepStrictEqual } from 'node:util';
import type { INodeProperties, INodeType } from 'n8n-workflow';
import type { Engine } from '../engine/engine.ts';
import { type Prepared, prepareNode, shownNames } from '../engine/prepare-node.ts';
import { type PlannedOperation, withValues } from '../plan/run-input.ts';
import type { Wishes } from '../simulated/marking.ts';
import { isSentAsItIs } from '../simulated/stored-values.ts';
import { jsonText } from '../trace/json-text.ts';
import { parameterOf } from '../trace/marks.ts';
import type { Run } from '../trace/run.ts';
import { most } from '../trace/trace-limits.ts';

/** Parameters of one operation that are looked at. */
const maxParameters = 5;

interface Filled {
  /** The operation with as many of its parameters as possible. */
  prepared: Prepared;
  /** How it ran with them. */
  run: Run;
  engine: Engine;
  /** Runs it with one item. */
  again(prepared: Prepared): Promise<Run>;
}

/** What an operation is given, and what is wished for beside it. */
interface Way {
  values?: PlannedOperation['values'];
  more: Partial<Wishes>;
}

/** The parameters that n8n itself puts into the request, and that have no effect because code of the node takes them out. */
export async function ineffectiveOf(
  operation: PlannedOperation,
  type: INodeType,
  { prepared, run, engine, again }: Filled,
): Promise<string[]> {
  if (type.execute !== undefined) return [];
  const { marking, wishes, type: shown } = prepared;
  const { properties } = shown.description;
  const all = propertiesIn(properties);
  /** What came of values, and of wishes; undefined for an error. */
  const effectOf = async ({ values, more }: Way) => {
    const one = prepareNode(withValues(operation, values), type, { ...wishes, ...more }, engine);
    // n8n does not store the value of a parameter that it does not show at first.
    if (!Object.entries(values ?? {}).every(([name, value]) => isDeepStrictEqual(one.node.parameters[name], value)))
      return undefined;
    const { requests, outputs = [], thrown } = await again(one);
    return thrown ? undefined : jsonText([requests.map(({ digest }) => digest), outputs]);
  };
  /** Whether all come to the same, as far as they come to anything. */
  const haveOneEffect = async (ways: readonly Way[]) => {
    const effects: string[] = [];
    for (const way of ways) {
      const effect = await effectOf(way);
      if (effect !== undefined) effects.push(effect);
      if (new Set(effects).size > 1) return false;
    }
    return effects.length > 1;
  };
  const found: string[] = [];
  for (const own of sentWithout(prepared, run, engine)) {
    const { name } = own;
    const isTop = properties.includes(own);
    const beside = all.filter((one) => one !== own).map((one) => one.name);
    // Another parameter may stand in for it.
    const alone: Partial<Wishes> = isTop ? { fields: 'none' } : { without: new Set(beside) };
    const isLost = (more: Partial<Wishes>) => {
      const empty = more === alone ? emptied(properties, marking.names, name) : {};
      if (isTop) return haveOneEffect(valuesFor(own).map((value) => ({ values: { ...empty, [name]: value }, more })));
      const { without = wishes.without } = more;
      const given = textForms.map((form) => ({ more: { ...more, forms: new Map([...wishes.forms, [name, form]]) } }));
      return haveOneEffect([...given, { more: { ...more, without: new Set([...without, name]) } }]);
    };
    if ((await isLost({})) && (await isLost(alone))) found.push(name.slice(0, most.name));
  }
  return found;
}

/**
 * What n8n itself puts into the request and code may take out: texts that are not in it, and all numbers; and times that
 * an expression converts.
 */
function sentWithout(prepared: Prepared, run: Run, engine: Engine): INodeProperties[] {
  const { marking, type } = prepared;
  const { properties } = type.description;
  const converted = shownNames(prepared, engine, isConvertedTime);
  const isShared = (one: INodeProperties) =>
    propertiesIn(properties).some(
      (other) => other !== one && other.routing?.send?.property === one.routing?.send?.property,
    );
  const ownOf = (names: readonly string[]) =>
    onlyOnes(properties, names).filter((one) => !isShared(one) && !one.routing?.output);
  if (!properties.some(hasPreSend)) return ownOf(converted);
  // What they hold cannot be told from other numbers.
  const numbers = shownNames(prepared, engine, (one) => one.type === 'number' && isSentAsItIs(one));
  return ownOf([...namesWithout(marking, [...marking.sent], run), ...numbers, ...converted]);
}

/** Names of those whose values are in no request. */
function namesWithout({ names }: Prepared['marking'], numbers: readonly number[], { requests }: Run): string[] {
  const arrived = new Set(requests.flatMap(({ marks }) => marks.map(parameterOf)));
  return numbers.filter((number) => !arrived.has(number)).map((number) => names[number] ?? '');
}

/** The first of the parameters and fields with these names, unless others have the same name. */
const onlyOnes = (properties: readonly INodeProperties[], names: readonly string[]): INodeProperties[] =>
  [...new Set(names)].slice(0, maxParameters).flatMap((name) => {
    const [own, ...others] = propertiesIn(properties).filter((one) => one.name === name);
    return own && others.length === 0 ? [own] : [];
  });

/** No values for what is optional beside a parameter. */
const emptied = (properties: readonly INodeProperties[], marked: readonly string[], name: string) =>
  Object.fromEntries(
    properties
      .filter((one) => !one.required && one.name !== name && (marked.includes(one.name) || isLoadedList(one)))
      .flatMap((one) => {
        const { type, name: other, default: initial } = one;
        if (/^(?:string|dateTime|json)$/.test(type)) return [[other, '']];
        return type === 'resourceLocator' || isLoadedList(one) ? [[other, initial]] : [];
      }),
  );

const isLoadedList = ({ type, typeOptions }: INodeProperties): boolean =>
  type === 'options' && typeOptions?.loadOptionsMethod !== undefined;

const dates = ['2026-01-12', '2026-02-13T10:00:00Z'];
/** What code may demand of a text, two of each. */
const texts = [
  'mk21',
  'mk22',
  '7',
  '150',
  ...dates,
  'https://a.example/x',
  'a@mail.example',
  '{"a":1}',
  '[{"a":2}]',
  '',
];
const textForms = ['text', 'number', 'date', 'url', 'email', 'uuid', 'json', 'jsonList'] as const;

/** What the editor stores of a time; users may give an expression another form. */
const times = ['2026-01-12T09:30:00', '2026-02-13T10:00:00', '2026-01-12T09:30:00.000Z', '2027-03-14T11:45:30.000Z'];

function valuesFor(one: INodeProperties): (string | number)[] {
  const { type, typeOptions } = one;
  if (isConvertedTime(one)) return times;
  if (type === 'dateTime') return dates;
  if (type !== 'number') return texts;
  const { minValue = 0, maxValue = Number.POSITIVE_INFINITY } = typeOptions ?? {};
  return [minValue, minValue + 1, 21, 150, 1000, maxValue].filter(
    (one) => one >= minValue && one <= maxValue && one < 1e9,
  );
}

/** Those of the top level, and the fields of collections. */
const propertiesIn = (properties: readonly INodeProperties[]): INodeProperties[] =>
  properties.flatMap((one) => [
    one,
    ...(one.options ?? []).filter((option) => 'displayName' in option && 'type' in option),
  ]);

const isConvertedTime = (one: INodeProperties): boolean =>
  one.type === 'dateTime' && one.routing?.send?.property !== undefined && !isSentAsItIs(one);

const hasPreSend = ({ routing, options = [] }: INodeProperties): boolean =>
  routing?.send?.preSend !== undefined ||
  options.some((option) => 'routing' in option && option.routing?.send?.preSend !== undefined);
