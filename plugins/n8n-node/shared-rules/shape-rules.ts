import { everyParameter, type Parameter } from '../model/parameters/parameter.ts';
import { isUnknown, listOf, plainOf, shown, textOf } from '../model/parameters/plain.ts';
import type { Violation } from '../rule.ts';
import type { FieldRule, FieldWords } from './field-owner.ts';

/**
 * The types of `NodePropertyTypes` that n8n's editor knows; a test compares them with n8n-workflow's interfaces.d.ts.
 */
export const parameterTypes: ReadonlySet<string> = new Set([
  'agentSelector',
  'assignmentCollection',
  'boolean',
  'button',
  'callout',
  'collection',
  'color',
  'credentials',
  'credentialsSelect',
  'curlImport',
  'dateTime',
  'filter',
  'fixedCollection',
  'hidden',
  'icon',
  'json',
  'multiOptions',
  'notice',
  'number',
  'options',
  'resourceLocator',
  'resourceMapper',
  'string',
  'workflowSelector',
]);

/** Rules about what every field has to be made of. */
export const shapeRules = (words: FieldWords): FieldRule[] => [
  unnamed(words),
  unknownType(words),
  withoutOptions(words),
];

function unnamed({ check, field, owner, docs }: FieldWords): FieldRule {
  return {
    code: `${check}-${field}-unnamed`,
    title: `A ${field} has no name`,
    severity: 'error',
    why: `n8n keeps values by the name of the ${field}. Without one, what the user types is lost and the ${owner} never sees it.`,
    fix: 'Give it a `name`: a word in camel case.',
    bad: "{ displayName: 'Order ID', type: 'string', default: '' }",
    good: "{ displayName: 'Order ID', name: 'orderId', type: 'string', default: '' }",
    docs,
    supersededBy: ['types-error'],
    *check({ fields }) {
      for (const { name, raw, level, path } of everyParameter(fields)) {
        if (name !== '' || isUnknown(raw['name'])) continue;
        const label = textOf(raw['displayName']);
        const where = level.owner ? ` in "${path.replace(/\.$/, '')}"` : '';
        yield { message: `a ${field}${where} has no name${label ? `: ${shown(label)}` : ''}`, about: { object: raw } };
      }
    },
  };
}

function unknownType({ check, field, docs }: FieldWords): FieldRule {
  return {
    code: `${check}-${field}-type-unknown`,
    title: `The type of a ${field} is none that n8n has`,
    severity: 'error',
    why: 'The editor has nothing to show for it, so nobody can fill it in.',
    fix: 'Use a type of `NodePropertyTypes`: string, number, boolean, options, multiOptions, collection, …',
    bad: "{ displayName: 'Name', name: 'name', type: 'text', default: '' }",
    good: "{ displayName: 'Name', name: 'name', type: 'string', default: '' }",
    docs,
    supersededBy: ['types-error'],
    *check({ fields }) {
      for (const { type, raw, path } of everyParameter(fields)) {
        if (parameterTypes.has(type) || isUnknown(raw['type'])) continue;
        const message = type === '' ? `"${path}" has no type` : `"${path}": n8n has no type ${shown(type)}`;
        yield { message, about: { object: raw, key: 'type' } };
      }
    },
  };
}

function withoutOptions({ check, field, owner, docs }: FieldWords): FieldRule {
  return {
    code: `${check}-options-missing`,
    title: `A ${field} has nothing to choose from`,
    severity: 'error',
    why: `A list without options can't be filled in, and n8n throws where it goes through options or fields that are not there. An empty list of resources or operations keeps n8n itself from starting once the ${owner} is installed.`,
    fix: 'Give it `options`, or for a list that is loaded `typeOptions.loadOptionsMethod`; a group of a fixed collection needs `values`.',
    bad: "{ displayName: 'Size', name: 'size', type: 'options', options: [], default: '' }",
    good: "{ displayName: 'Size', name: 'size', type: 'options', options: [{ name: 'Small', value: 'small' }], default: 'small' }",
    docs,
    supersededBy: ['types-error'],
    *check({ fields, partial }) {
      if (partial) return;
      for (const parameter of everyParameter(fields)) {
        const fault = emptiness(parameter);
        if (fault === undefined) continue;
        const { path, raw } = parameter;
        // One that nobody has to fill in keeps its default.
        const weight = isOptional(parameter) && { severity: 'warning' as const };
        yield { message: `"${path}" ${fault}`, ...weight, about: { object: raw } };
      }
    },
  };
}

/** At fields that are missing, and at empty lists of resources and operations, n8n itself throws. */
const isOptional = ({ type, name, raw }: Parameter) =>
  (type === 'options' || type === 'multiOptions') &&
  raw['required'] !== true &&
  !isUnknown(raw['required']) &&
  name !== 'resource' &&
  name !== 'operation';

function emptiness({ type, name, raw }: Parameter): string | undefined {
  const { options } = raw;
  if (isUnknown(options)) return undefined;
  const list = listOf(options);
  switch (type) {
    case 'options':
    case 'multiOptions': {
      const loading = plainOf(raw['typeOptions']) ?? {};
      if (
        isUnknown(raw['typeOptions']) ||
        loading['loadOptionsMethod'] !== undefined ||
        loading['loadOptions'] !== undefined
      )
        return undefined;
      // n8n reads the last one of these two.
      if (list.length === 0 && Array.isArray(options) && (name === 'resource' || name === 'operation'))
        return 'has an empty list of options, at which n8n throws';
      return list.length === 0 ? 'has no options' : undefined;
    }
    case 'collection':
      return Array.isArray(options) ? undefined : 'is a collection without options';
    case 'fixedCollection': {
      if (!Array.isArray(options)) return 'is a fixed collection without options';
      const group = list.find(
        (item) =>
          !isUnknown(item) && !isUnknown(plainOf(item)?.['values']) && !Array.isArray(plainOf(item)?.['values']),
      );
      return group === undefined ? undefined : `has a group without values: ${shown(plainOf(group)?.['name'] ?? '')}`;
    }
    default:
      return undefined;
  }
}

/** What is wrong with the modes of a resource locator. */
export function* locatorFaults({ raw, path }: Parameter): Generator<Violation> {
  const { modes } = raw;
  if (isUnknown(modes) || listOf(modes).some((mode) => !plainOf(mode))) return;
  if (!Array.isArray(modes) || modes.length === 0) {
    yield { message: `"${path}" has no modes`, about: { object: raw } };
    return;
  }
  const names = listOf(modes).map((mode) => textOf(plainOf(mode)?.['name']));
  const initial = plainOf(raw['default']);
  const mode = textOf(initial?.['mode']);
  if (mode !== undefined && mode !== '' && !names.includes(mode)) {
    yield { message: `"${path}" starts in the mode ${shown(mode)}, which it does not have`, about: { object: raw } };
  }
}
