import { everyParameter, type Level, levelsOf, type Parameter } from '../model/parameters/parameter.ts';
import { isUnknown, shown } from '../model/parameters/plain.ts';
import type { FieldOwner, FieldRule, FieldWords } from './field-owner.ts';

/** Rules about the values that fields can have. */
export const valueRules = (words: FieldWords): FieldRule[] => [
  defaultNotAnOption(words),
  optionTwice(words),
  nameTwice(words),
];

function defaultNotAnOption({ check, field, docs }: FieldWords): FieldRule {
  return {
    code: `${check}-default-not-an-option`,
    title: `The default of a ${field} is none of its options`,
    severity: 'warning',
    why: 'n8n starts with a value that it marks as wrong: the user has to choose another one, and until then what depends on it is not shown.',
    fix: 'Set `default` to the value of one of the options, or to an empty text where the user is to choose.',
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
            message: `"${path}" starts with ${shown(value)}, which is none of its options`,
            about: { object: raw, key: 'default' },
          };
        }
      }
    },
  };
}

/** Values that are there from the start; what is not plain, empty or an expression is not looked at. */
function defaultsOf({ type, raw }: Parameter): unknown[] {
  const { default: initial } = raw;
  const all = type === 'multiOptions' && Array.isArray(initial) ? initial : [initial];
  return all.filter(
    (value) =>
      value !== undefined &&
      value !== null &&
      value !== '' &&
      typeof value !== 'object' &&
      !(typeof value === 'string' && value.startsWith('=')),
  );
}

function optionTwice({ check, field, docs }: FieldWords): FieldRule {
  return {
    code: `${check}-option-duplicate`,
    title: `A ${field} has two options with one value`,
    severity: 'warning',
    why: 'n8n can not tell them apart: whichever the user chooses, the first one is shown as chosen.',
    fix: 'Give each option a value of its own, or remove one.',
    bad: "options: [{ name: 'Small', value: 'small' }, { name: 'Tiny', value: 'small' }]",
    good: "options: [{ name: 'Small', value: 'small' }, { name: 'Tiny', value: 'tiny' }]",
    docs,
    supersededBy: [
      'n8n-nodes-base/node-param-option-value-duplicate',
      'n8n-nodes-base/node-param-option-name-duplicate',
    ],
    *check({ fields }) {
      for (const { choices = [], path, raw } of everyParameter(fields)) {
        const seen = new Set<unknown>();
        for (const { value, display } of choices) {
          // Options of one value may be for different circumstances.
          if (display || value === undefined) continue;
          if (seen.has(value)) {
            yield { message: `"${path}" has two options with the value ${shown(value)}`, about: { object: raw } };
          }
          seen.add(value);
        }
      }
    },
  };
}

/** Types that show something and hold no value. */
const withoutValue = new Set(['notice', 'callout', 'button', 'curlImport']);
/** Namesakes that are compared with each other: `operation` may have one for each of a hundred resources. */
const most = 150;

function nameTwice({ check, field, docs }: FieldWords): FieldRule {
  return {
    code: `${check}-${field}-duplicate`,
    title: `Two ${field}s of one name are shown at once`,
    severity: 'warning',
    why: 'They share one value: what is typed into the one appears in the other.',
    fix: `Give one of them another name, or display options that exclude those of the other.`,
    bad: `{ displayName: 'ID', name: 'id', type: 'string', default: '' },
{ displayName: 'Order ID', name: 'id', type: 'string', default: '' }`,
    good: `{ displayName: 'ID', name: 'id', type: 'string', default: '' },
{ displayName: 'Order ID', name: 'orderId', type: 'string', default: '' }`,
    docs,
    *check(owner) {
      for (const level of levelsOf(owner.fields)) {
        for (const [name, namesakes] of level.named) {
          const second = name !== '' && secondOf(namesakes, level, owner);
          if (second)
            yield { message: `"${second.path}" is there twice at once${when(second)}`, about: { object: second.raw } };
        }
      }
    },
  };
}

function secondOf(namesakes: readonly Parameter[], level: Level, { reachability, versions }: FieldOwner) {
  if (namesakes.length < 2) return undefined;
  const before: Parameter[] = [];
  for (const one of namesakes.slice(0, most)) {
    if (withoutValue.has(one.type) || isUnknown(one.raw['type'])) continue;
    const { display } = one;
    if (before.some((other) => reachability.canBeShownTogether(display, other.display, { level, versions })))
      return one;
    before.push(one);
  }
  return undefined;
}

function when({ display }: Parameter): string {
  const conditions = (display?.show ?? [])
    .slice(0, 3)
    .map(({ key, values }) => `${key} ${values.map(shown).join(' or ')}`);
  return conditions.length === 0 ? '' : ` (${conditions.join(', ')})`;
}
