import type {
  GenericValue,
  IDataObject,
  INode,
  INodeProperties,
  INodePropertyCollection,
  INodePropertyOptions,
} from 'n8n-workflow';
import { markOf } from '../trace/marks.ts';
import { type FormName, formNamed, formOf, recognisable } from './forms.ts';
import { privateKeyFor } from './private-keys.ts';

/** What every item has for a parameter: `={{ $json.p3 }}`. */
export interface Marking {
  /** Names of parameters by number. */
  names: string[];
  /** The top-level parameter of each of them that is a text in a collection, by number; undefined for others. */
  texts: (string | undefined)[];
  /** Whether there are any that an item may have no value for, beside others by which its requests are told apart. */
  hasOptional: boolean;
  /** What an item has a value for all the same, where all is optional. */
  kept: ReadonlySet<string>;
  /** Numbers of those that n8n itself sends as they are. */
  sent: Set<number>;
  /** Names of the fields of collections that are true or false. */
  switches: Set<string>;
  /** Those of them that are true by default. */
  switchesOn: Set<string>;
  /** Those of them that search for entries by what they are: with true, for some, and with false, for the others. */
  filters: Set<string>;
  /** Names of the fields of collections that have a value which code would not leave out as empty. */
  filled: Set<string>;
  /** Where a fixed collection has two entries: the numbers of their texts, in order, and whether a field is the same in both. */
  entries: { name: string; of: number; numbers: number[]; isSame: boolean }[];
  /** Parameters and fields that it came by, filled in or not. */
  known: { name: string; label: string; about: string; form: FormName; isField: boolean; isRequired: boolean }[];
  /**
   * Values of one item in one run.
   * @param left what has no value
   */
  valuesOf(item: number, run: number, left?: LeftOut): Record<string, string>;
}

/** What is left out: the fields of collections, or all that is optional but some of the top level. */
export interface LeftOut {
  without: 'fields' | 'optional';
  kept?: ReadonlySet<string>;
}

/** Values of parameters that lists of the editor offer, by name. */
export type ListedValues = ReadonlyMap<string, string | number>;

/** What is given other values than usual, because the node refused those. */
export interface Wishes {
  forms: ReadonlyMap<string, FormName>;
  /** Of optional fields: none, one of each collection, or all. */
  fields: 'none' | 'one' | 'all';
  /** Optional fields that are left out all the same. */
  without: ReadonlySet<string>;
  /** Optional parameters of the top level that keep their defaults. */
  unset?: ReadonlySet<string>;
  /** Forms that were guessed. */
  guessed: ReadonlySet<FormName>;
  /** What the fields of collections say that are true or false; their defaults unless given. */
  switches?: boolean;
  /** What is selected where several can be, or entered with commas, by parameter. */
  selected?: ReadonlyMap<string, readonly string[]>;
  /** What is selected in lists that the editor loads. */
  listed?: ListedValues;
  /** Values of numbers in entries of fixed collections, by name. */
  values?: ReadonlyMap<string, number | string>;
  /** Fixed collections get two entries if they take several, of which the last, or the first, has other options selected. */
  entries?: 'several' | 'reversed';
  /** Fields of the data of items that code reads. */
  itemFields?: readonly string[];
  /** Extension of the file of each item. */
  file: string;
  /** Characters of a secret. */
  secret: number;
}

/** Types of parameters that the editor only shows. */
export const withoutValue: ReadonlySet<string> = new Set(['notice', 'callout', 'button']);

/** Fields of one collection that are filled in. */
const maxFields = 40;

/**
 * Gives every free text that a user would have to fill in an expression whose value tells the item and the parameter.
 * @param node with parameters as the editor would have stored them; changed
 * @param shown whether n8n shows a parameter
 * @param given names of parameters that have a value of the author's own
 * @param hasItems whether it runs with items; without, it gets the values of the first item in the first run
 */
export function markParameters(
  node: Pick<INode, 'parameters'>,
  properties: readonly INodeProperties[],
  {
    shown,
    wishes,
    given,
    hasItems = true,
  }: {
    shown: (property: INodeProperties) => boolean;
    wishes: Wishes;
    given: ReadonlySet<string>;
    hasItems?: boolean;
  },
): Marking {
  // Many APIs have it, but nodes may have a parameter for it.
  const column = properties.some(({ name }) => name === 'name') ? 'column' : 'name';
  const names: string[] = [];
  const known: Marking['known'] = [];
  const made: { form: ReturnType<typeof formNamed>; isField: boolean; isOptional: boolean }[] = [];
  const texts: Marking['texts'] = [];
  const sent: Marking['sent'] = new Set();
  const switches: Marking['switches'] = new Set();
  const switchesOn: Marking['switchesOn'] = new Set();
  const filters: Marking['filters'] = new Set();
  const filled: Marking['filled'] = new Set();
  const fillField = (one: INodeProperties, depth: number): [string, unknown] => {
    const value = fill(one, one.default, depth + 1);
    if (value && (typeof value === 'string' || !isEmpty(value))) filled.add(one.name);
    return [one.name, value];
  };
  const entries: Marking['entries'] = [];
  let isOther = false;
  let isSame = false;
  let top = '';
  let isField = false;
  const expression = (property: INodeProperties, usual: FormName): string | number => {
    const { name, type, noDataExpression, required = false } = property;
    const wished = type === 'number' ? 'number' : (wishes.forms.get(name) ?? usual);
    const form = formNamed(wished);
    // n8n evaluates none in it: it is the same for all items and runs, and no mark.
    if (noDataExpression) {
      const fixed = form(/^(?:number|uuid|hex|objectId)$/.test(wished) ? '123456789' : 'fixed', 0);
      return type === 'number' ? Number(fixed) : fixed;
    }
    names.push(name);
    texts.push(isField && type === 'string' && recognisable.test(wished) ? top : undefined);
    if (isSentAsItIs(property) && recognisable.test(wished)) sent.add(names.length - 1);
    made.push({ form, isField, isOptional: isField || (!required && /^(?:string|options)$/.test(type)) });
    if (!hasItems) {
      const text = form(markOf(0, names.length - 1, 1), 0);
      return type === 'number' ? Number(text) : text;
    }
    const value = `$json.p${names.length - 1}`;
    return type === 'number' ? `={{ Number(${value}) }}` : `={{ ${value} }}`;
  };
  /** What users enter in a column may be an expression, even if the parameter itself may not. */
  const ofColumn = (property: INodeProperties) => expression({ ...property, noDataExpression: false }, 'text');
  const fill = (property: INodeProperties, value: unknown, depth: number): unknown => {
    if (names.length >= 400) return value;
    const { name, type, typeOptions, required = false } = property;
    isField = depth > 0;
    const about = `${property.description ?? ''}\n${property.hint ?? ''}`;
    if (!withoutValue.has(type)) {
      const form = formOf(property);
      known.push({ name, label: property.displayName, about, form, isField, isRequired: required });
    }
    if (!isField && wishes.unset?.has(name)) return value;
    if (isField && wishes.values?.has(name)) return wishes.values.get(name);
    switch (type) {
      case 'resourceLocator':
        return locatorOf(property, expression);
      case 'resourceMapper':
        return isEmpty(Reflect.get(Object(value), 'value'))
          ? mapperOf([column, ...selectedColumns(property, node.parameters)].map((id) => [id, ofColumn(property)]))
          : value;
      case 'assignmentCollection':
        return isEmpty(Reflect.get(Object(value), 'assignments'))
          ? assignmentsOf(`field${names.length + 1}`, expression(property, 'text'))
          : value;
      case 'options':
      case 'multiOptions': {
        const selected = type === 'multiOptions' ? wishes.selected?.get(name) : undefined;
        if (selected) return [...selected];
        if (isOther && type === 'options') {
          const other = otherOption(property, value);
          if (other !== undefined) return other;
        }
        if (!isEmpty(value)) return value;
        const listed = isField ? undefined : wishes.listed?.get(name);
        const first =
          firstOption(property) ?? listed ?? (isLoaded(property) ? expression(property, 'text') : undefined);
        return first === undefined || type === 'options' ? (first ?? value) : [first];
      }
      case 'string':
      case 'json':
      case 'dateTime': {
        const several = type === 'string' ? wishes.selected?.get(name) : undefined;
        if (several) return several.join(',');
        if (typeOptions?.multipleValues) return isEmpty(value) ? [expression(property, formOf(property))] : value;
        if (!isEmpty(value) && value !== 0 && !isEmptyJson(property, value) && !wishes.forms.has(name)) {
          isSame = true;
          return value;
        }
        if (!wishes.forms.has(name)) {
          const key = privateKeyFor(property);
          if (key !== undefined) return key;
        }
        return expression(property, formOf(property));
      }
      case 'number': {
        const { minValue = 1, maxValue = Number.POSITIVE_INFINITY } = typeOptions ?? {};
        if (value !== 0 && !isEmpty(value)) return value;
        if (!required && wishes.fields === 'none' && !wishes.forms.has(name)) return value;
        return maxValue > 1e9 ? expression(property, 'number') : Math.max(minValue, Math.min(maxValue, 1));
      }
      case 'boolean':
        if (depth > 0) switches.add(name);
        if (depth > 0 && value === true) switchesOn.add(name);
        if (depth > 0 && /filter/i.test(top) && selectsByState(property)) filters.add(name);
        return depth > 0 ? (wishes.switches ?? value) : value;
      case 'collection':
        return wishes.fields !== 'none' && isEmpty(value) && depth < 3
          ? fieldsOf(fieldsIn(property.options ?? []), depth)
          : value;
      case 'fixedCollection':
        return (wishes.fields !== 'none' || required) && isEmpty(value) && depth < 3
          ? groupsOf(property, depth)
          : value;
      default:
        return value;
    }
  };
  /** Those that have to be filled in, and of the others as many as are wished for. */
  const wished = (fields: readonly INodeProperties[]): readonly INodeProperties[] => {
    const open = fields.filter(({ name }) => !wishes.without.has(name));
    const isOne = (field: INodeProperties) => field === (open.find(({ type }) => type === 'string') ?? open[0]);
    return wishes.fields === 'all'
      ? open
      : open.filter((field) => field.required === true || wishes.forms.has(field.name) || isOne(field));
  };
  const fieldsOf = (fields: readonly INodeProperties[], depth: number) =>
    Object.fromEntries(
      wished(fields)
        .slice(0, maxFields)
        .map((one) => fillField(one, depth)),
    );
  /** One of two entries of a fixed collection. */
  const entryOf = (filledIn: () => object, { name, of, isLast }: { name: string; of: number; isLast: boolean }) => {
    const before = { isOther, isSame };
    [isOther, isSame] = [isLast === (wishes.entries === 'several'), false];
    const from = names.length;
    const entry = filledIn();
    const numbers = Array.from({ length: names.length - from }, (_, at) => from + at);
    entries.push({ name, of, numbers, isSame });
    [isOther, isSame] = [before.isOther, before.isSame || isSame];
    return entry;
  };
  const groupsOf = ({ name: own, options = [], typeOptions }: INodeProperties, depth: number) => {
    const groups = options.filter((one) => 'values' in one).slice(0, wishes.fields === 'all' ? maxFields : 1);
    return Object.fromEntries(
      groups.map(({ name, values }) => {
        const fields = values.filter((one) => !one.displayOptions || isShownBeside(one, values));
        // An entry has all fields that the editor shows in it.
        const filledIn = () => Object.fromEntries(fields.slice(0, maxFields).map((one) => fillField(one, depth)));
        if (!typeOptions?.multipleValues) return [name, filledIn()];
        if (!wishes.entries) return [name, [filledIn()]];
        const of = entries.length;
        return [name, [false, true].map((isLast) => entryOf(filledIn, { name: own, of, isLast }))];
      }),
    );
  };
  for (const property of properties) {
    if (!shown(property) || given.has(property.name)) continue;
    top = property.name;
    const value = fill(property, node.parameters[property.name], 0);
    if (value !== node.parameters[property.name]) Object.assign(node.parameters, { [property.name]: value });
  }
  const ofItems = new Map<number, string>();
  for (const name of wishes.itemFields ?? []) {
    ofItems.set(names.length, name);
    names.push(name);
    texts.push(undefined);
    const form = formNamed(wishes.forms.get(name) ?? formOf({ displayName: name, name, type: 'string', default: '' }));
    made.push({ form, isField: false, isOptional: false });
  }
  const ofNode = made.filter((_, at) => !ofItems.has(at));
  const outer = names.filter((_, at) => !made[at]?.isField && !ofItems.has(at));
  return {
    names,
    texts,
    hasOptional: ofNode.some(({ isOptional }) => isOptional) && ofNode.length > 1 && outer.length > 0,
    kept: new Set(ofNode.every(({ isOptional }) => isOptional) ? outer.slice(0, 1) : []),
    sent,
    switches,
    switchesOn,
    filters,
    filled,
    entries,
    known,
    valuesOf(item, run, left) {
      const textsOf = ({ form, isField, isOptional }: (typeof made)[number], at: number): readonly string[] => {
        if (left && isField) return [];
        const isLeft = left?.without === 'optional' && isOptional && !left.kept?.has(names[at] ?? '');
        // What the editor stores where nothing is entered.
        return [isLeft ? '' : form(markOf(item, at, run), item)];
      };
      const keyOf = (at: number) => ofItems.get(at) ?? `p${at}`;
      return Object.fromEntries(made.flatMap((one, at) => textsOf(one, at).map((value) => [keyOf(at), value])));
    },
  };
}

/** Whether n8n puts the value into the body or the query: https://docs.n8n.io/integrations/creating-nodes/build/reference/http-helpers/ */
export function isSentAsItIs({ routing }: INodeProperties): boolean {
  const { property, value = '={{ $value }}', type, preSend } = routing?.send ?? {};
  const isValue = /^=\{\{\s*\$value\s*\}\}$/.test(String(value));
  return property !== undefined && isValue && preSend === undefined && (type === 'body' || type === 'query');
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (typeof value === 'string' && ofOthers.test(value)) return true;
  return typeof value === 'object' && Object.values(value).every((one) => Array.isArray(one) && one.length === 0);
}

/** A default that reads a field of the item, of which ours have others, or asks an agent: `={{ $json.id }}`, `={{ $fromAI("id") }}`. */
const ofOthers = /^=\{\{\s*(?:\$json\b[^{}]*|\$fromAI\([^{}]*\)\s*)\}\}$/i;

const isEmptyJson = ({ type }: INodeProperties, value: unknown) =>
  type === 'json' && typeof value === 'string' && /^\s*(\{\s*\}|\[\s*\])\s*$/.test(value);

/** Fields of a collection that the editor offers whatever else is filled in. */
export const fieldsIn = (
  options: readonly (INodePropertyOptions | INodeProperties | INodePropertyCollection)[],
): INodeProperties[] => options.filter((one) => 'type' in one).filter((one) => !one.displayOptions);

/** Whether a field is shown when those beside it have their defaults. */
const isShownBeside = ({ displayOptions = {} }: INodeProperties, fields: readonly INodeProperties[]): boolean => {
  const holds = ([name, values = []]: [string, unknown[] | undefined]) =>
    values.includes(fields.find((one) => one.name === name)?.default);
  return (
    Object.entries(displayOptions.show ?? {}).every(holds) && !Object.entries(displayOptions.hide ?? {}).some(holds)
  );
};

/** What the editor stores of columns: https://docs.n8n.io/integrations/creating-nodes/build/reference/ui-elements/#resource-mapper */
function mapperOf(columns: readonly (readonly [id: string, value: string | number])[]): IDataObject {
  const schema = columns.map(([id]) => ({
    ...{ id, displayName: id, type: 'string', required: false, display: true },
    ...{ defaultMatch: false, canBeUsedToMatch: true },
  }));
  const matchingColumns = columns.slice(0, 1).map(([id]) => id);
  return { mappingMode: 'defineBelow', value: Object.fromEntries(columns), matchingColumns, schema };
}

/** The columns that other parameters select, on which the columns depend: the one with the ID, which code demands. */
const selectedColumns = ({ typeOptions }: INodeProperties, parameters: IDataObject): string[] =>
  (typeOptions?.loadOptionsDependsOn ?? []).flatMap((name) => {
    const selected = parameters[name];
    return /field|column|attribute|key/i.test(name) && typeof selected === 'string' && /^\w+$/.test(selected)
      ? [selected]
      : [];
  });

/**
 * https://docs.n8n.io/integrations/creating-nodes/build/reference/ui-elements/#assignment-collection-drag-and-drop
 * @param name that users choose: it is no parameter's, and no two are the same
 */
const assignmentsOf = (name: string, value: string | number): IDataObject => ({
  assignments: [{ id: '1', name, value, type: 'string' }],
});

function locatorOf(
  property: INodeProperties,
  expression: (property: INodeProperties, form: FormName) => string | number,
): IDataObject {
  const { modes = [] } = property;
  const typed = modes.filter(({ type }) => type === 'string');
  // What is extracted from a URL depends on the site.
  const mode =
    typed.find(({ name }) => name === 'id') ?? typed.find(({ name }) => name !== 'url') ?? typed[0] ?? modes[0];
  const form = mode?.name === 'url' ? 'url' : formOf({ ...property, placeholder: mode?.placeholder ?? '' });
  return { __rl: true, mode: mode?.name ?? 'list', value: expression(property, form) };
}

function firstOption({ options = [] }: INodeProperties): GenericValue {
  const [first] = options.flatMap((option) => ('value' in option && !isEmpty(option.value) ? [option.value] : []));
  return first;
}

/** Another option than the one that is selected at first. */
function otherOption(property: INodeProperties, value: unknown): GenericValue {
  const usual = isEmpty(value) ? firstOption(property) : value;
  const [other] = (property.options ?? []).flatMap((option) =>
    'value' in option && !isEmpty(option.value) && option.value !== usual ? [option.value] : [],
  );
  return other;
}

const isLoaded = ({ typeOptions }: INodeProperties) =>
  typeOptions?.loadOptionsMethod !== undefined || typeOptions?.loadOptions !== undefined;

/** Whether a filter says what entries are, and false is no other word for all of them. */
const selectsByState = ({ name, displayName, description = '', hint = '', default: usual }: INodeProperties) =>
  /^(?:is|has)(?:_|[A-Z])/.test(name) && usual === false && !addsMore.test(`${displayName} ${description} ${hint}`);

/** "Whether to include archived orders" */
const addsMore =
  /\b(?:include|including|also|only|return|show|fetch|get|list|limit|restrict|exclude|skip|ignore|default|both|all|any|if true|when true|if enabled|when enabled)\b/i;
