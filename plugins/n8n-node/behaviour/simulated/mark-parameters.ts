import { isDeepStrictEqual } from 'node:util';
import type { GenericValue, INode, INodeProperties } from 'n8n-workflow';
import { withoutValue } from '../../model/parameters/has-no-use.ts';
import { markOf } from '../trace/marks.ts';
import { type FormName, formNamed, formOf, recognisable } from './forms.ts';
import type { LeftOut, Marking, Wishes } from './marking.ts';
import { privateKeyFor } from './private-keys.ts';
import {
  assignmentsOf,
  fieldsIn,
  firstOption,
  initialOption,
  isEmpty,
  isEmptyJson,
  isLoaded,
  isSentAsItIs,
  isShownBeside,
  locatorOf,
  mapperOf,
  otherOption,
  selectedColumns,
  selectsByState,
} from './stored-values.ts';

/** Limits: fields of one collection that are filled in, the depth of collections, and texts of a node. */
const maxFields = 40;
const maxDepth = 3;
const maxTexts = 400;

/** How a text is made, and what an item may have in its place. */
interface Made {
  form: ReturnType<typeof formNamed>;
  isField: boolean;
  isOptional: boolean;
}

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
  const marker = new ParameterMarker(node, wishes, { hasItems, column });
  for (const property of properties) if (shown(property) && !given.has(property.name)) marker.mark(property);
  return marker.marking(wishes.itemFields ?? []);
}

const isFilled = (value: unknown) => typeof value === 'string' && value !== '' && !value.startsWith('=');

class ParameterMarker {
  readonly #node: Pick<INode, 'parameters'>;
  readonly #wishes: Wishes;
  readonly #hasItems: boolean;
  /** A column of what users map. */
  readonly #column: string;
  readonly #made: Made[] = [];
  readonly #names: Marking['names'] = [];
  readonly #texts: Marking['texts'] = [];
  readonly #known: Marking['known'] = [];
  readonly #sent: Marking['sent'] = new Set();
  readonly #switches: Marking['switches'] = new Set();
  readonly #switchesOn: Marking['switchesOn'] = new Set();
  readonly #filters: Marking['filters'] = new Set();
  readonly #filled: Marking['filled'] = new Set();
  /** The parameter of the top level that is marked. */
  #top = '';
  #isField = false;
  /** In the entry of a fixed collection that has other options selected. */
  #isOther = false;

  constructor(
    node: Pick<INode, 'parameters'>,
    wishes: Wishes,
    { hasItems, column }: { hasItems: boolean; column: string },
  ) {
    this.#node = node;
    this.#wishes = wishes;
    this.#hasItems = hasItems;
    this.#column = column;
  }

  /** @param property of the top level */
  mark(property: INodeProperties): void {
    const { parameters } = this.#node;
    this.#top = property.name;
    const value = this.#fill(property, parameters[property.name], 0);
    if (value !== parameters[property.name]) Object.assign(parameters, { [property.name]: value });
  }

  /** @param itemFields fields of the data of items that code reads */
  marking(itemFields: readonly string[]): Marking {
    const [names, made] = [this.#names, this.#made];
    const ofItems = new Map<number, string>();
    /** Numbers of those that are no texts. */
    const lists = new Set<number>();
    for (const name of itemFields) {
      ofItems.set(names.length, name);
      if (this.#wishes.forms.get(name)?.endsWith('List')) lists.add(names.length);
      names.push(name);
      this.#texts.push(undefined);
      const usual = formOf({ displayName: name, name, type: 'string', default: '' });
      made.push({ form: formNamed(this.#wishes.forms.get(name) ?? usual), isField: false, isOptional: false });
    }
    const ofNode = made.filter((_, at) => !ofItems.has(at));
    const outer = names.filter((_, at) => !made[at]?.isField && !ofItems.has(at));
    return {
      names,
      texts: this.#texts,
      hasOptional: ofNode.some(({ isOptional }) => isOptional) && ofNode.length > 1 && outer.length > 0,
      kept: new Set(ofNode.every(({ isOptional }) => isOptional) ? outer.slice(0, 1) : []),
      sent: this.#sent,
      switches: this.#switches,
      switchesOn: this.#switchesOn,
      filters: this.#filters,
      filled: this.#filled,
      known: this.#known,
      valuesOf(item, run, left) {
        const keyOf = (at: number) => ofItems.get(at) ?? `p${at}`;
        const values = made.flatMap((one, at) => {
          const isLeft = left && isLeftOut(one, names[at] ?? '', left);
          if (isLeft && one.isField) return [];
          // What the editor stores where nothing is entered.
          const value = isLeft ? '' : one.form(markOf(item, at, run), item);
          return [[keyOf(at), lists.has(at) && value !== '' ? JSON.parse(value) : value]];
        });
        return Object.fromEntries(values);
      },
    };
  }

  #fill(property: INodeProperties, value: unknown, depth: number): unknown {
    if (this.#names.length >= maxTexts) return value;
    const { name, type } = property;
    this.#isField = depth > 0;
    if (!withoutValue.has(type)) this.#know(property);
    const wishes = this.#wishes;
    if (!this.#isField && wishes.unset?.has(name)) return value;
    if (!this.#isField && wishes.confirmed?.has(name)) return true;
    if (this.#isField && wishes.values?.has(name)) return wishes.values.get(name);
    switch (type) {
      case 'resourceLocator':
        return locatorOf(property, (one, usual) => this.#expression(one, usual));
      case 'resourceMapper':
        return isEmpty(Reflect.get(Object(value), 'value')) ? this.#mapped(property) : value;
      case 'assignmentCollection':
        return isEmpty(Reflect.get(Object(value), 'assignments'))
          ? assignmentsOf(`field${this.#names.length + 1}`, this.#expression(property, 'text'))
          : value;
      case 'options':
      case 'multiOptions':
        return this.#selected(property, value);
      case 'string':
      case 'json':
      case 'dateTime':
        return this.#entered(property, value);
      case 'number':
        return this.#counted(property, value);
      case 'boolean':
        // Users who switch off what is sent, and on at first, mean it.
        return depth > 0 || (value === true && property.routing?.send?.property !== undefined)
          ? this.#switched(property, value)
          : value;
      case 'collection':
        return wishes.fields !== 'none' && isEmpty(value) && depth < maxDepth
          ? this.#fieldsOf(this.#wished(fieldsIn(property.options ?? [])), depth)
          : value;
      case 'fixedCollection':
        return (wishes.fields !== 'none' || property.required) && isEmpty(value) && depth < maxDepth
          ? this.#groupsOf(property, depth)
          : value;
      default:
        return value;
    }
  }

  #know(property: INodeProperties): void {
    const { name, type, displayName, description = '', hint = '', required = false } = property;
    const about = `${description}\n${hint}`;
    const form = formOf(property);
    const [isNumber, isSwitch] = [type === 'number', type === 'boolean'];
    this.#known.push({
      ...{ name, label: displayName, about, form, isField: this.#isField, isRequired: required },
      ...(isNumber && { isNumber }),
      ...(isSwitch && { isSwitch }),
    });
  }

  #expression(property: INodeProperties, usual: FormName): string | number {
    const { name, type, noDataExpression, required = false } = property;
    const wished = type === 'number' ? 'number' : (this.#wishes.forms.get(name) ?? usual);
    const form = formNamed(wished);
    // n8n evaluates none in it: it is the same for all items and runs, and no mark.
    if (noDataExpression) {
      const fixed = form(/^(?:number|uuid|hex|objectId)$/.test(wished) ? '123456789' : 'fixed', 0);
      return type === 'number' ? Number(fixed) : fixed;
    }
    const [at, isField] = [this.#names.length, this.#isField];
    this.#names.push(name);
    this.#texts.push(isField && type === 'string' && recognisable.test(wished) ? this.#top : undefined);
    if (isSentAsItIs(property) && recognisable.test(wished)) this.#sent.add(at);
    this.#made.push({ form, isField, isOptional: isField || (!required && /^(?:string|options)$/.test(type)) });
    if (type === 'json' && this.#hasItems && this.#wishes.object === name) return `={{ JSON.parse($json.p${at}) }}`;
    if (!this.#hasItems) {
      const text = form(markOf(0, at, 1), 0);
      return type === 'number' ? Number(text) : text;
    }
    return type === 'number' ? `={{ Number($json.p${at}) }}` : `={{ $json.p${at} }}`;
  }

  /** What users enter in a column may be an expression, even if the parameter itself may not. */
  #mapped(property: INodeProperties) {
    const ids = [this.#column, ...selectedColumns(property, this.#node.parameters)];
    return mapperOf(ids.map((id) => [id, this.#expression({ ...property, noDataExpression: false }, 'text')]));
  }

  #selected(property: INodeProperties, value: unknown): unknown {
    const { type } = property;
    const other = this.#isOther && type === 'options' ? otherOption(property, value) : undefined;
    if (other !== undefined) return other;
    if (!isEmpty(value)) return isDeepStrictEqual(value, property.default) ? initialOption(property) : value;
    const first = firstOption(property) ?? this.#listed(property);
    return first === undefined || type === 'options' ? (first ?? value) : [first];
  }

  /** An option that the editor loads. */
  #listed(property: INodeProperties): GenericValue {
    const listed = this.#isField ? undefined : this.#wishes.listed?.get(property.name);
    return listed ?? (isLoaded(property) ? this.#expression(property, 'text') : undefined);
  }

  #entered(property: INodeProperties, value: unknown): unknown {
    const { name, typeOptions } = property;
    if (typeOptions?.multipleValues) return isEmpty(value) ? [this.#expression(property, formOf(property))] : value;
    if (!this.#wishes.forms.has(name)) {
      // Files of items have this name.
      if (isFilled(value) && formOf(property) === 'binary') return 'data';
      if (!isEmpty(value) && value !== 0 && !isEmptyJson(property, value)) {
        if (this.#wishes.object === name) return `={{ JSON.parse(${JSON.stringify(value)}) }}`;
        return value;
      }
      const key = privateKeyFor(property);
      if (key !== undefined) return key;
    }
    return this.#expression(property, formOf(property));
  }

  #counted(property: INodeProperties, value: unknown): unknown {
    const { name, typeOptions, required = false } = property;
    const { minValue = 1, maxValue = Number.POSITIVE_INFINITY } = typeOptions ?? {};
    if (value !== 0 && !isEmpty(value)) return value;
    // One that is 0 may stay so; one that is empty is asked for, as a text is.
    const isAsked = required || value === '' || this.#wishes.fields !== 'none' || this.#wishes.forms.has(name);
    if (!isAsked) return value;
    return maxValue > 1e9 && !this.#wishes.isSmall
      ? this.#expression(property, 'number')
      : Math.max(minValue, Math.min(maxValue, 1));
  }

  #switched(property: INodeProperties, value: unknown): unknown {
    const { name } = property;
    this.#switches.add(name);
    if (value === true) this.#switchesOn.add(name);
    if (/filter/i.test(this.#top) && selectsByState(property)) this.#filters.add(name);
    return this.#wishes.switches ?? value;
  }

  /** Those that have to be filled in, and of the others as many as are wished for. */
  #wished(fields: readonly INodeProperties[]): readonly INodeProperties[] {
    const { without, forms, fields: some } = this.#wishes;
    const open = fields.filter(({ name }) => !without.has(name));
    const one = open.find(({ type }) => type === 'string') ?? open[0];
    return some === 'all'
      ? open
      : open.filter((field) => field.required === true || forms.has(field.name) || field === one);
  }

  #fieldsOf(fields: readonly INodeProperties[], depth: number): Record<string, unknown> {
    return Object.fromEntries(
      fields.slice(0, maxFields).map((one) => {
        const value = this.#fill(one, one.default, depth + 1);
        if (value && (typeof value === 'string' || !isEmpty(value))) this.#filled.add(one.name);
        return [one.name, value];
      }),
    );
  }

  #groupsOf({ options = [], typeOptions }: INodeProperties, depth: number): Record<string, unknown> {
    const most = this.#wishes.fields === 'all' ? maxFields : 1;
    const groups = options.filter((one) => 'values' in one).slice(0, most);
    return Object.fromEntries(
      groups.map(({ name, values }) => {
        // An entry has all fields that the editor shows in it.
        const fields = values.filter((one) => !one.displayOptions || isShownBeside(one, values));
        if (!typeOptions?.multipleValues) return [name, this.#fieldsOf(fields, depth)];
        if (!this.#wishes.hasTwoEntries) return [name, [this.#fieldsOf(fields, depth)]];
        return [name, [this.#entryOf(fields, depth, false), this.#entryOf(fields, depth, true)]];
      }),
    );
  }

  /** One of two entries of a fixed collection. */
  #entryOf(fields: readonly INodeProperties[], depth: number, isLast: boolean): Record<string, unknown> {
    const isOther = this.#isOther;
    this.#isOther = isLast;
    const entry = this.#fieldsOf(fields, depth);
    this.#isOther = isOther;
    return entry;
  }
}

/** Whether an item lacks a value: a field of a collection, or an optional one without which others tell its requests apart. */
const isLeftOut = ({ isField, isOptional }: Made, name: string, { without, kept }: LeftOut): boolean =>
  isField || (without === 'optional' && isOptional && !kept?.has(name));
