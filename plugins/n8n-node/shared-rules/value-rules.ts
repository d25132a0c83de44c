import { holdsFor } from '../model/parameters/display-conditions.ts';
import { type Choice, everyParameter, type Level, levelsOf, type Parameter } from '../model/parameters/parameter.ts';
import { isExpression, isUnknown, plainOf, shown, textOf } from '../model/parameters/plain.ts';
import { wordsOf } from '../model/words.ts';
import { listed } from '../rule.ts';
import type { FieldOwner, FieldRule, FieldWords } from './field-owner.ts';

/** Rules about values of fields. */
export const valueRules = (words: FieldWords): FieldRule[] => [
  defaultNotAnOption(words),
  defaultOutOfRange(words),
  defaultOfOtherGroup(words),
  optionTwice(words),
  nameTwice(words),
];

function defaultNotAnOption({ check, field, docs }: FieldWords): FieldRule {
  return {
    code: `${check}-default-not-an-option`,
    title: `Default of a ${field} is not one of its options`,
    severity: 'warning',
    why: 'n8n marks the default as invalid. Users have to select another value, and until then, what depends on it is not shown.',
    fix: 'Set `default` to the value of an option, or to an empty string if users have to select one.',
    bad: "{ name: 'size', type: 'options', options: [{ name: 'Small', value: 'small' }], default: 'Small' }",
    good: "{ name: 'size', type: 'options', options: [{ name: 'Small', value: 'small' }], default: 'small' }",
    docs,
    supersededBy: [
      'n8n-nodes-base/node-param-default-wrong-for-options',
      'n8n-nodes-base/node-param-default-wrong-for-multi-options',
    ],
    *check({ fields, partial }) {
      if (partial) return;
      for (const parameter of everyParameter(fields)) {
        const { choices, path, raw } = parameter;
        if (!choices || choices.length === 0) continue;
        const values = new Set(choices.map(({ value }) => value));
        for (const value of defaultsOf(parameter)) {
          if (values.has(value)) continue;
          yield {
            message: `"${path}": the default ${shown(value)} is not one of its options`,
            about: { object: raw, key: 'default' },
          };
        }
      }
    },
  };
}

function defaultOutOfRange({ check, field, docs }: FieldWords): FieldRule {
  return {
    code: `${check}-default-out-of-range`,
    title: `Default of a ${field} is out of its range`,
    severity: 'warning',
    why: 'The editor rejects this value if users type it, but the node uses it until they change it.',
    fix: 'Correct `default`, or `minValue` and `maxValue`.',
    bad: "{ name: 'limit', type: 'number', typeOptions: { minValue: 1, maxValue: 20 }, default: 50 }",
    good: "{ name: 'limit', type: 'number', typeOptions: { minValue: 1, maxValue: 100 }, default: 50 }",
    docs,
    *check({ fields }) {
      for (const { type, raw, path } of everyParameter(fields)) {
        const { minValue, maxValue } = plainOf(raw['typeOptions']) ?? {};
        const initial = raw['default'];
        // A 0 says that there is no value.
        if (type !== 'number' || typeof initial !== 'number' || initial === 0) continue;
        const [bound, side] =
          typeof maxValue === 'number' && initial > maxValue
            ? [maxValue, 'over the maximum']
            : typeof minValue === 'number' && initial < minValue && initial > 0
              ? [minValue, 'under the minimum']
              : [];
        if (bound === undefined) continue;
        yield {
          message: `"${path}": the default ${initial} is ${side} of ${bound}`,
          about: { object: raw, key: 'default' },
        };
      }
    },
  };
}

function defaultOfOtherGroup({ check, field, docs }: FieldWords): FieldRule {
  return {
    code: `${check}-default-group-unknown`,
    title: `Default of a ${field} is for a group that it does not have`,
    severity: 'warning',
    why: 'n8n ignores the default. If the group was renamed, code that reads it by the name in the default gets nothing.',
    fix: 'Use the same name for the group, in the default, and in the code that reads it.',
    bad: "type: 'fixedCollection', default: { items: [{ sku: '' }] }, options: [{ name: 'item', values: […] }]",
    good: "type: 'fixedCollection', default: { item: [{ sku: '' }] }, options: [{ name: 'item', values: […] }]",
    docs,
    *check({ fields }) {
      for (const { type, raw, path } of everyParameter(fields)) {
        if (type !== 'fixedCollection' || !Array.isArray(raw['options'])) continue;
        const names = raw['options'].map((group) => textOf(plainOf(group)?.['name']));
        if (names.length === 0 || names.includes(undefined)) continue;
        const given = Object.entries(plainOf(raw['default']) ?? {});
        const unknown = given.find(([name, value]) => !names.includes(name) && !isEmpty(value));
        if (!unknown) continue;
        const known = listed(names.map(shown), { most: 4 });
        yield {
          message: `"${path}": the default is for the group ${shown(unknown[0])}, which does not exist; groups: ${known}`,
          // Nothing is left of the default: the group was renamed.
          ...(given.length === 1 && names.length === 1 && { severity: 'error' as const }),
          about: { object: raw, key: 'default' },
        };
      }
    },
  };
}

const isEmpty = (value: unknown) => (Array.isArray(value) ? value : Object.keys(plainOf(value) ?? {})).length === 0;

/** Default values, without objects, empty values and expressions. */
function defaultsOf({ type, raw }: Parameter): unknown[] {
  const { default: initial } = raw;
  const all = type === 'multiOptions' && Array.isArray(initial) ? initial : [initial];
  return all.filter(
    (value) =>
      value !== undefined && value !== null && value !== '' && typeof value !== 'object' && !isExpression(value),
  );
}

function optionTwice({ check, field, docs }: FieldWords): FieldRule {
  return {
    code: `${check}-option-duplicate`,
    title: `Two options of a ${field} have the same value`,
    severity: 'warning',
    why: 'n8n cannot tell the options apart: whichever the user selects, it shows the first one as selected.',
    fix: 'Give each option a different value, or remove one.',
    bad: "options: [{ name: 'Small', value: 'small' }, { name: 'Tiny', value: 'small' }]",
    good: "options: [{ name: 'Small', value: 'small' }, { name: 'Tiny', value: 'tiny' }]",
    docs,
    supersededBy: [
      'n8n-nodes-base/node-param-option-value-duplicate',
      'n8n-nodes-base/node-param-option-name-duplicate',
    ],
    *check({ fields }) {
      for (const { choices = [], path, raw } of everyParameter(fields)) {
        for (const value of repeatedValues(choices))
          yield {
            message: `"${path}" has two options with the value ${shown(value)}`,
            about: { object: raw },
            ...(isOfOther(value, choices) && { severity: 'error' as const }),
          };
      }
    },
  };
}

/** Whether the value is that of another option: "Approved" and "Denied" that are both `approved`. */
function isOfOther(value: unknown, choices: readonly Choice[]): boolean {
  const words = wordsOf(String(value));
  const names = choices
    .filter((choice) => choice.value === value)
    .map(({ raw }) => new Set(wordsOf(String(raw['name']))));
  const distinctive = names.map((own) => [...own].filter((word) => names.some((other) => !other.has(word))));
  const named = distinctive.map((own) => own.some((word) => words.includes(word)));
  return named.includes(true) && distinctive.some((own, at) => own.length > 0 && !named[at]);
}

/** The values of options that another option has as well. */
export function repeatedValues(choices: readonly Choice[]): unknown[] {
  const seen = new Set<unknown>();
  return choices.flatMap(({ value, display }) => {
    // Options with the same value may have different display options.
    if (display || value === undefined) return [];
    if (seen.has(value)) return [value];
    seen.add(value);
    return [];
  });
}

/** Types that users enter nothing in. */
const neverEntered = new Set(['notice', 'callout', 'button', 'curlImport', 'hidden']);
/** Parameters of one name that are compared with each other: `operation` may have one for each of a hundred resources. */
const maxCompared = 150;

function nameTwice({ check, field, docs }: FieldWords): FieldRule {
  return {
    code: `${check}-${field}-duplicate`,
    title: `Two ${field}s with the same name are shown at once`,
    severity: 'warning',
    why: 'They share one value: input in one also appears in the other.',
    fix: `Rename one of them, or set displayOptions that exclude those of the other.`,
    bad: `{ displayName: 'ID', name: 'id', type: 'string', default: '' },
{ displayName: 'Order ID', name: 'id', type: 'string', default: '' }`,
    good: `{ displayName: 'ID', name: 'id', type: 'string', default: '' },
{ displayName: 'Order ID', name: 'orderId', type: 'string', default: '' }`,
    docs,
    supersededBy: ['types-error'],
    *check(owner) {
      for (const level of levelsOf(owner.fields)) {
        for (const [name, namesakes] of level.named) {
          const collision = name !== '' && collisionOf(namesakes, level, owner);
          if (!collision) continue;
          const [first, second] = collision;
          // Collections share their object, and each has fields of its own.
          const isOther = second.inner.length === 0 && first.raw['displayName'] !== second.raw['displayName'];
          yield {
            message: `"${second.path}" is shown twice at once${when(first, second)}`,
            about: { object: second.raw },
            ...((isOther || hidesItself(second) || hidesItself(first)) && { severity: 'error' as const }),
          };
        }
      }
    },
  };
}

/**
 * Whether a parameter is shown for a value of its own name, which input in it replaces: a field `resource` of the resource
 * "attachment".
 */
const hidesItself = ({ name, type, display, level }: Parameter): boolean =>
  !['options', 'multiOptions', 'boolean'].includes(type) &&
  (display?.show ?? []).some(
    ({ key, values }) =>
      (key === name || (level.owner === undefined && key === `/${name}`)) &&
      values.every((value) => typeof value === 'string'),
  );

/** The first two of them that can be shown together. */
function collisionOf(
  namesakes: readonly Parameter[],
  level: Level,
  { reachability, versions }: FieldOwner,
): [Parameter, Parameter] | undefined {
  if (namesakes.length < 2) return undefined;
  const before: Parameter[] = [];
  for (const one of namesakes.slice(0, maxCompared)) {
    if (neverEntered.has(one.type) || isUnknown(one.raw['type'])) continue;
    const first = before.find(({ display }) =>
      reachability.canBeShownTogether(one.display, display, { level, versions }),
    );
    if (first) return [first, one];
    before.push(one);
  }
  return undefined;
}

/** The values for which both are shown. */
function when(...both: readonly Parameter[]): string {
  const displays = both.flatMap(({ display }) => display ?? []);
  const hides = displays.flatMap(({ hide }) => hide);
  const byKey = Map.groupBy(
    displays.flatMap(({ show }) => show),
    ({ key }) => key,
  );
  const conditions = [...byKey].slice(0, 3).map(([key, shows]) => {
    const values = [...new Set(shows.flatMap((condition) => condition.values))];
    const common = values.filter(
      (value) =>
        shows.every((condition) => holdsFor(condition.values, value) !== false) &&
        !hides.some((condition) => condition.key === key && holdsFor(condition.values, value) === true),
    );
    // `multiOptions` can have several values.
    const named = common.length > 0 ? common : values;
    return `${key} ${listed(named.map(shown), { between: ' or ' })}`;
  });
  return conditions.length === 0 ? '' : ` (${conditions.join(', ')})`;
}
