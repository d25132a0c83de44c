import type {
  GenericValue,
  IDataObject,
  INodeProperties,
  INodePropertyCollection,
  INodePropertyOptions,
} from 'n8n-workflow';
import { isExpression } from '../../model/parameters/plain.ts';
import { type FormName, formOf } from './forms.ts';

/** Whether n8n puts the value into the body or the query: https://docs.n8n.io/integrations/creating-nodes/build/reference/http-helpers/ */
export function isSentAsItIs({ routing }: INodeProperties): boolean {
  const { property, value = '={{ $value }}', type, preSend } = routing?.send ?? {};
  const isValue = /^=\{\{\s*\$value\s*\}\}$/.test(String(value));
  return property !== undefined && isValue && preSend === undefined && (type === 'body' || type === 'query');
}

export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (typeof value === 'string' && ofOthers.test(value)) return true;
  return typeof value === 'object' && Object.values(value).every((one) => Array.isArray(one) && one.length === 0);
}

/** A default that reads a field of the item, of which ours have others, or asks an agent: `={{ $json.id }}`, `={{ $fromAI("id") }}`. */
const ofOthers = /^=\{\{\s*(?:\$json\b[^{}]*|\$fromAI\([^{}]*\)\s*)\}\}$/i;

export const isEmptyJson = ({ type }: INodeProperties, value: unknown) =>
  type === 'json' && typeof value === 'string' && /^\s*(\{\s*\}|\[\s*\])\s*$/.test(value);

/** Fields of a collection that the editor offers whatever else is filled in. */
export const fieldsIn = (
  options: readonly (INodePropertyOptions | INodeProperties | INodePropertyCollection)[],
): INodeProperties[] => options.filter((one) => 'type' in one).filter((one) => !one.displayOptions);

/** Whether a field is shown when those beside it have their defaults. */
export const isShownBeside = (
  { displayOptions = {} }: INodeProperties,
  fields: readonly INodeProperties[],
): boolean => {
  const holds = ([name, values = []]: [string, unknown[] | undefined]) =>
    values.includes(fields.find((one) => one.name === name)?.default);
  return (
    Object.entries(displayOptions.show ?? {}).every(holds) && !Object.entries(displayOptions.hide ?? {}).some(holds)
  );
};

/** What the editor stores of columns: https://docs.n8n.io/integrations/creating-nodes/build/reference/ui-elements/#resource-mapper */
export function mapperOf(columns: readonly (readonly [id: string, value: string | number])[]): IDataObject {
  const schema = columns.map(([id]) => ({
    ...{ id, displayName: id, type: 'string', required: false, display: true },
    ...{ defaultMatch: false, canBeUsedToMatch: true },
  }));
  const matchingColumns = columns.slice(0, 1).map(([id]) => id);
  return { mappingMode: 'defineBelow', value: Object.fromEntries(columns), matchingColumns, schema };
}

/** The columns that other parameters select, on which the columns depend: the one with the ID, which code demands. */
export const selectedColumns = ({ typeOptions }: INodeProperties, parameters: IDataObject): string[] =>
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
export const assignmentsOf = (name: string, value: string | number): IDataObject => ({
  assignments: [{ id: '1', name, value, type: 'string' }],
});

export function locatorOf(
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

export function firstOption({ options = [] }: INodeProperties): GenericValue {
  const [first] = options.flatMap((option) => ('value' in option && !isEmpty(option.value) ? [option.value] : []));
  return first;
}

/** What is selected in a list at first: its default, or the first option if that is none of them. */
export function initialOption(property: INodeProperties): GenericValue {
  const { type, options = [], default: initial } = property;
  const first = firstOption(property);
  if (first === undefined || isExpression(initial)) return initial;
  const values = new Set(options.flatMap((option) => ('value' in option ? [String(option.value)] : [])));
  const isKnown = [initial].flat().some((one) => values.has(String(one)));
  if (isKnown) return initial;
  return type === 'multiOptions' ? [first] : first;
}

/** Another option than the one that is selected at first. */
export function otherOption(property: INodeProperties, value: unknown): GenericValue {
  const usual = isEmpty(value) ? firstOption(property) : value;
  const [other] = (property.options ?? []).flatMap((option) =>
    'value' in option && !isEmpty(option.value) && option.value !== usual ? [option.value] : [],
  );
  return other;
}

export const isLoaded = ({ typeOptions }: INodeProperties) =>
  typeOptions?.loadOptionsMethod !== undefined || typeOptions?.loadOptions !== undefined;

/** Whether a filter says what entries are, and false is no other word for all of them. */
export const selectsByState = ({ name, displayName, description = '', hint = '', default: usual }: INodeProperties) =>
  /^(?:is|has)(?:_|[A-Z])/.test(name) && usual === false && !addsMore.test(`${displayName} ${description} ${hint}`);

/** "Whether to include archived orders" */
const addsMore =
  /\b(?:include|including|also|only|return|show|fetch|get|list|limit|restrict|exclude|skip|ignore|default|both|all|any|if true|when true|if enabled|when enabled)\b/i;
