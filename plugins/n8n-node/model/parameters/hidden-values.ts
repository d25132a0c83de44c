import { memoize } from '../../memoize.ts';
import type { Parameter } from './parameter.ts';
import { isExpression, isPrimitive, isUnknown, listOf, plainOf } from './plain.ts';

/**
 * The values that a parameter of type `hidden` can have: its default, and those that the editor gives it when users add the
 * node with one of its actions. Undefined for other types, and where values are unknown.
 * Source: n8n 2.41, nodeCreator/composables/useActionsGeneration.ts and useActions.ts (`getActionData`)
 */
export const valuesOfHidden = memoize(({ name, type, level }: Parameter): readonly unknown[] | undefined => {
  // Users add what is in a collection.
  if (type !== 'hidden' || level.owner) return undefined;
  const namesakes = level.named.get(name) ?? [];
  // A value that users gave to a visible one stays when the hidden one takes its place.
  if (namesakes.some((one) => one.type !== 'hidden')) return undefined;
  const defaults = namesakes.map(({ raw }) => raw['default']);
  if (defaults.some((value) => isUnknown(value) || isExpression(value))) return undefined;
  return [...new Set([...defaults, ...namesakes.flatMap(valuesOfActions)])];
});

/** Those of the options of `resource`, and of the conditions of what actions select: in case of doubt, more than n8n takes. */
function valuesOfActions({ name, raw, level }: Parameter): unknown[] {
  if (name === 'resource') {
    const values = listOf(raw['options']).map((option) => plainOf(option)?.['value']);
    return values.filter(isPrimitive);
  }
  const selectors = level.parameters.filter((one) => isSelected(one.name) || isSelected(one.raw['displayName']));
  return selectors.flatMap(({ display }) =>
    (display?.show ?? []).flatMap(({ key, values }) => (key === name ? values.slice(0, 1) : [])),
  );
}

const isSelected = (name: unknown) => typeof name === 'string' && /^(?:operation|mode|events?|trigger on)$/i.test(name);
