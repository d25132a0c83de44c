import { isDeepStrictEqual } from 'node:util';
import type { INodeProperties, INodeType } from 'n8n-workflow';
import type { Engine } from '../engine/engine.ts';
import { type Prepared, prepareNode, shownNames } from '../engine/prepare-node.ts';
import { type PlannedOperation, withValues } from '../plan/run-input.ts';
import { type FormName, formOf } from '../simulated/forms.ts';
import type { Wishes } from '../simulated/marking.ts';
import { isSentAsItIs } from '../simulated/stored-values.ts';
import { jsonText } from '../trace/json-text.ts';
import { parameterOf } from '../trace/marks.ts';
import type { Run } from '../trace/run.ts';
import { most } from '../trace/trace-limits.ts';
import { isCompared } from './compared-texts.ts';

/** Parameters of one operation that are looked at. */
const maxParameters = 5;

interface Filled {
  /** The operation with as many of its parameters as possible. */
  prepared: Prepared;
  /** How it ran with them. */
  run: Run;
  engine: Engine;
  /** Runs it with one item. @param hear told of each request, and of its response */
  again(prepared: Prepared, hear: (sent: string, response?: string) => void): Promise<Run>;
}

/** Values of a response that tell its entries apart. */
const answered = /"([\w@.:-]*(?:v|name)[12])"/g;
/** Of them, how many are tried. */
const maxListed = 4;

/** What an operation is given, and what is wished for beside it. */
interface Way {
  values?: PlannedOperation['values'];
  more: Partial<Wishes>;
}

/**
 * The parameters that have no effect on requests and output, whatever is entered: of those that n8n itself puts into the
 * request, because code of the node takes them out; of others, texts and times of the top level.
 */
export async function ineffectiveOf(
  operation: PlannedOperation,
  type: INodeType,
  { prepared, run, engine, again }: Filled,
): Promise<string[]> {
  const { marking, wishes, type: shown } = prepared;
  const { properties } = shown.description;
  const isOwn = typeof type.execute === 'function';
  const all = propertiesIn(properties);
  /** What it may compare a value with: names and IDs of entries. */
  const listed = new Set<string>();
  const hear = (_: string, response = '') => {
    for (const [, value = ''] of response.matchAll(answered)) if (listed.size < maxListed) listed.add(value);
  };
  /** What came of values, and of wishes; empty where nothing got through a filter, undefined for an error. */
  const effectOf = async ({ values, more }: Way) => {
    const one = prepareNode(withValues(operation, values), type, { ...wishes, ...more }, engine);
    // n8n does not store the value of a parameter that it does not show at first.
    if (!Object.entries(values ?? {}).every(([name, value]) => isDeepStrictEqual(one.node.parameters[name], value)))
      return undefined;
    const { requests, outputs = [], count, thrown, waits, responds } = await again(one, hear);
    // It may be the name of a file, a time to wait for, or in the response.
    const isHidden = waits || responds || outputs.flat().some(({ files }) => files !== undefined);
    if (thrown || (isOwn && isHidden)) return undefined;
    return isOwn && count === 0 ? '' : jsonText([requests.map(({ digest }) => digest), outputs]);
  };
  /** Whether all come to the same, as far as they come to anything. */
  const haveOneEffect = async (ways: Iterable<Way>) => {
    const effects: string[] = [];
    for (const way of ways) {
      const effect = await effectOf(way);
      if (effect !== undefined) effects.push(effect);
      if (new Set(effects).size > 1) return false;
    }
    return effects.length > 1 && effects[0] !== '';
  };
  function* waysFor(one: INodeProperties, way: (value: string | number) => Way): Generator<Way> {
    yield* valuesFor(one).map(way);
    yield* [...listed].map(way);
  }
  const found: string[] = [];
  for (const own of isOwn ? textsWithout(prepared, run) : sentWithout(prepared, run, engine)) {
    const { name } = own;
    const isTop = properties.includes(own);
    const beside = all.filter((one) => one !== own).map((one) => one.name);
    // Another parameter may stand in for it.
    const alone: Partial<Wishes> = isTop ? { fields: 'none' } : { without: new Set(beside) };
    const isLost = (more: Partial<Wishes>) => {
      const empty = more === alone ? emptied(properties, marking.names, name) : {};
      if (isTop) return haveOneEffect(waysFor(own, (value) => ({ values: { ...empty, [name]: value }, more })));
      const { without = wishes.without } = more;
      const given = textForms.map((form) => ({ more: { ...more, forms: new Map([...wishes.forms, [name, form]]) } }));
      return haveOneEffect([...given, { more: { ...more, without: new Set([...without, name]) } }]);
    };
    const marked = { values: { [name]: anyText }, more: {} };
    if ((await isLost({})) && (await isLost(alone)) && !(isTop && (await isCompared(anyText, () => effectOf(marked)))))
      found.push(name.slice(0, most.name));
  }
  return found;
}

/** What code of the node reads that is in no request, of the texts and times of the top level. */
function textsWithout({ marking, type: { description } }: Prepared, run: Run): INodeProperties[] {
  const top = marking.texts.flatMap((field, number) => (field === undefined ? [number] : []));
  const isText = (one: INodeProperties) =>
    description.properties.includes(one) && /^(?:string|dateTime)$/.test(one.type);
  return onlyOnes(description.properties, namesWithout(marking, top, run)).filter(isText);
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

const anyText = 'mk21';
/** What code may demand of a text, two of each. */
const texts = {
  text: [anyText, 'mk22'],
  number: ['7', '150'],
  date: ['2026-01-12', '2026-02-13T10:00:00Z'],
  url: ['https://a.example/x', 'https://b.example/y'],
  email: ['a@mail.example', 'b@post.example'],
  json: ['{"a":1}', '[{"a":2}]'],
} satisfies Partial<Record<FormName, readonly string[]>>;
const otherTexts = ['a: 1', 'a=1,b=2', '', 'id', 'name', 'id,name'];

/** All texts, those first that the parameter seems to be for. */
function textsFor(one: INodeProperties): string[] {
  const form = formOf(one);
  const usual = Object.entries(texts).flatMap(([name, all]) => (form.toLowerCase().includes(name) ? all : []));
  return [...new Set([...usual, ...Object.values(texts).flat(), ...otherTexts])];
}
const textForms = ['text', 'number', 'date', 'url', 'email', 'uuid', 'json', 'jsonList'] as const;

/** What the editor stores of a time; users may give an expression another form. */
const times = ['2026-01-12T09:30:00', '2026-02-13T10:00:00', '2026-01-12T09:30:00.000Z', '2027-03-14T11:45:30.000Z'];

function valuesFor(one: INodeProperties): (string | number)[] {
  const { type, typeOptions } = one;
  if (isConvertedTime(one)) return times;
  if (type === 'dateTime') return texts.date;
  if (type !== 'number') return [...textsFor(one), ...namedValues(one)];
  const { minValue = 0, maxValue = Number.POSITIVE_INFINITY } = typeOptions ?? {};
  return [minValue, minValue + 1, 21, 150, 1000, maxValue].filter(
    (one) => one >= minValue && one <= maxValue && one < 1e9,
  );
}

/** The values that a text names for a parameter: "luxury / playful / minimal". */
const namedValues = ({ placeholder = '', description = '', hint = '' }: INodeProperties): string[] =>
  [placeholder, description, hint]
    .flatMap((text) =>
      String(text)
        .slice(0, 500)
        .split(/[/|,;()]|\bor\b|\band\b|\be\.g\./),
    )
    .flatMap((part) => /^["'`]?([a-z][\w-]{1,30})["'`]?\.?$/i.exec(part.trim())?.[1] ?? [])
    .slice(0, maxNamed);

const maxNamed = 6;

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
