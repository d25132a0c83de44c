import type {
  GenericValue,
  IDataObject,
  INode,
  INodeProperties,
  INodePropertyCollection,
  INodePropertyOptions,
} from 'n8n-workflow';
import { asUuid, inDigits, markOf } from '../trace/marks.ts';

/** What every item has for a parameter: `={{ $json.p3 }}`. */
export interface Marking {
  /** Names of parameters by number. */
  names: string[];
  labels: string[];
  /** Values of one item in one run. */
  valuesOf(item: number, run: number): Record<string, string>;
}

type Form = (mark: string, item: number) => string;

const forms = {
  text: (mark: string) => mark,
  url: (mark: string) => `https://${mark}.example/`,
  email: (mark: string) => `${mark}@mail.example`,
  json: (mark: string) => JSON.stringify({ [mark]: mark }),
  jsonList: (mark: string) => JSON.stringify([{ [mark]: mark }]),
  date: (_: string, item: number) => `2026-01-1${item}T10:00:00.000Z`,
  day: (_: string, item: number) => `2026-01-1${item}`,
  phone: (_: string, item: number) => `+4930123456${item}`,
  number: inDigits,
  uuid: asUuid,
  hex: (mark: string) => inDigits(mark).padStart(32, '0b9e6c1e5a4f4d6e9b1f'),
  long: (mark: string) => mark.padEnd(64, 'x'),
};
type FormName = keyof typeof forms;

/** What is given other values than usual, because the node refused those. */
export interface Wishes {
  forms: ReadonlyMap<string, FormName>;
  /** Whether to fill in optional fields as well. */
  optional: boolean;
}

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
  const names: string[] = [];
  const labels: string[] = [];
  const made: Form[] = [];
  const expression = (property: INodeProperties, usual: FormName): string | number => {
    const { name, displayName } = property;
    names.push(name);
    labels.push(displayName);
    const form = forms[wishes.forms.get(name) ?? usual];
    made.push(form);
    if (!hasItems) {
      const text = form(markOf(0, names.length - 1, 1), 0);
      return property.type === 'number' ? Number(text) : text;
    }
    const value = `$json.p${names.length - 1}`;
    return property.type === 'number' ? `={{ Number(${value}) }}` : `={{ ${value} }}`;
  };
  const fill = (property: INodeProperties, value: unknown, depth: number): unknown => {
    if (names.length >= 400) return value;
    const { type, typeOptions } = property;
    switch (type) {
      case 'resourceLocator':
        return locatorOf(property, expression);
      case 'options':
      case 'multiOptions': {
        if (!isEmpty(value)) return value;
        const first = firstOption(property) ?? (isLoaded(property) ? expression(property, 'text') : undefined);
        return first === undefined || type === 'options' ? (first ?? value) : [first];
      }
      case 'string':
      case 'json':
      case 'dateTime':
        if (typeOptions?.multipleValues) return isEmpty(value) ? [expression(property, formOf(property))] : value;
        if (!isEmpty(value) && !(type === 'json' && (value === '{}' || value === '[]'))) return value;
        if (property.noDataExpression) return forms[formOf(property)](markOf(9, names.length, 0), 0);
        return expression(property, formOf(property));
      case 'number': {
        const { maxValue = Number.POSITIVE_INFINITY } = typeOptions ?? {};
        const isOpen = property.required === true && (value === 0 || isEmpty(value)) && maxValue > 1e9;
        return isOpen ? expression(property, 'number') : value;
      }
      case 'collection':
        return wishes.optional && isEmpty(value) && depth < 3 ? fieldsOf(property.options ?? [], depth) : value;
      case 'fixedCollection':
        return wishes.optional && isEmpty(value) && depth < 3 ? groupOf(property, depth) : value;
      default:
        return value;
    }
  };
  const fieldsOf = (
    options: readonly (INodePropertyOptions | INodeProperties | INodePropertyCollection)[],
    depth: number,
  ) =>
    Object.fromEntries(
      options
        .slice(0, maxFields)
        .flatMap((one) =>
          'type' in one && !one.displayOptions ? [[one.name, fill(one, one.default, depth + 1)]] : [],
        ),
    );
  const groupOf = ({ options = [], typeOptions }: INodeProperties, depth: number) => {
    const [group] = options;
    if (!group || !('values' in group)) return {};
    const fields = fieldsOf(group.values, depth);
    return { [group.name]: typeOptions?.multipleValues ? [fields] : fields };
  };
  for (const property of properties) {
    if (!shown(property) || given.has(property.name)) continue;
    const value = fill(property, node.parameters[property.name], 0);
    if (value !== node.parameters[property.name]) Object.assign(node.parameters, { [property.name]: value });
  }
  return {
    names,
    labels,
    valuesOf: (item, run) => Object.fromEntries(made.map((form, at) => [`p${at}`, form(markOf(item, at, run), item)])),
  };
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function locatorOf(
  property: INodeProperties,
  expression: (property: INodeProperties, form: FormName) => string | number,
): IDataObject {
  const { modes = [] } = property;
  const mode = modes.find(({ name }) => name === 'id') ?? modes.find(({ type }) => type === 'string') ?? modes[0];
  const form = mode?.name === 'url' ? 'url' : formOf({ ...property, placeholder: mode?.placeholder ?? '' });
  return { __rl: true, mode: mode?.name ?? 'list', value: expression(property, form) };
}

function firstOption({ options = [] }: INodeProperties): GenericValue {
  const [first] = options.flatMap((option) => ('value' in option && !isEmpty(option.value) ? [option.value] : []));
  return first;
}

const isLoaded = ({ typeOptions }: INodeProperties) =>
  typeOptions?.loadOptionsMethod !== undefined || typeOptions?.loadOptions !== undefined;

/** By the example that the author gives, and by the name of a parameter. */
const byExample: readonly [RegExp, FormName][] = [
  [/^https?:\/\//i, 'url'],
  [/^[\w.+-]+@[\w-]+\.[\w.]+$/, 'email'],
  [/^\d{4}-\d\d-\d\dT/, 'date'],
  [/^\d{4}-\d\d-\d\d$/, 'day'],
  [/^\+\d[\d ()-]{7,}$/, 'phone'],
  [/^\d+$/, 'number'],
  [/^[\da-f]{8}-[\da-f]{4}-/i, 'uuid'],
  [/^\{.*\}$/s, 'json'],
  [/^\[.*\]$/s, 'jsonList'],
];
const byName: readonly [RegExp, FormName][] = [
  [/(url|uri|webhook|website|endpoint)$/i, 'url'],
  [/e?mail(address)?$/i, 'email'],
  [/json$/i, 'json'],
  [/phone|mobile/i, 'phone'],
  [/(datetime|timestamp|_at|At|date_?time)$/, 'date'],
  [/date$/i, 'day'],
];

/** What an author would type in. */
function formOf({ name, type, placeholder = '', default: initial }: INodeProperties): FormName {
  const example = placeholder.replace(/^\s*(e\.g\.|for example:?)\s*/i, '').trim();
  if (type === 'dateTime') return 'date';
  if (type === 'json') return example.startsWith('[') || initial === '[]' ? 'jsonList' : 'json';
  const [, form] =
    byExample.find(([pattern]) => pattern.test(example)) ?? byName.find(([pattern]) => pattern.test(name)) ?? [];
  return form ?? 'text';
}

/** What an error that a node threw before any request asks for instead. */
const asked: readonly [RegExp, FormName][] = [
  [/integer|numeric|\bnumber\b|\bNaN\b|digits/i, 'number'],
  [/json[^.]*array|array[^.]*json|must be an array|array of/i, 'jsonList'],
  [/json|parse|object/i, 'json'],
  [/e-?mail/i, 'email'],
  [/\burl\b|https?:/i, 'url'],
  [/uuid|guid/i, 'uuid'],
  [/\bhex/i, 'hex'],
  [/yyyy|iso ?8601|\bdate\b/i, 'date'],
  [/phone/i, 'phone'],
  [/characters|too short|length/i, 'long'],
];

/** What IDs may have to look like. */
const idForms = ['uuid', 'hex', 'number'] as const;

/** Other values to try after a node refused those that it got; undefined where nothing is left to try. */
export function wishesAfter(message: string, { names, labels }: Marking, before: Wishes): Wishes | undefined {
  const tried = new Set(before.forms.values());
  const id = /\bids?\b/i.test(message) ? idForms.find((form) => !tried.has(form)) : undefined;
  const [, form = id] = asked.find(([pattern]) => pattern.test(message)) ?? [];
  if (form !== undefined) {
    const text = message.toLowerCase();
    const meant = names.filter((name, at) => {
      const words = [name, labels[at] ?? name].map((word) => word.toLowerCase());
      return words.some((word) => text.includes(word)) || text.includes(`p${at}r`);
    });
    const all = meant.length > 0 ? meant : names;
    const changed = all.filter((name) => before.forms.get(name) !== form);
    if (changed.length > 0)
      return {
        ...before,
        forms: new Map([...before.forms, ...changed.map((name): [string, FormName] => [name, form])]),
      };
  }
  return before.optional ? undefined : { ...before, optional: true };
}
