import { type Condition, holdsFor } from '../model/parameters/display-conditions.ts';
import type { Parameter } from '../model/parameters/parameter.ts';
import { isUnknown, textOf } from '../model/parameters/plain.ts';
import { hasOrder } from '../model/parameters/resolve-order.ts';
import { type Conditional, isFormer } from './conditionals.ts';

/**
 * The condition of a parameter on itself that neither its default nor no value meets: users cannot give it another value
 * before it is shown. Undefined if one of the same name may have that value.
 */
export function conditionOnItself({ raw, level }: Conditional): Condition | undefined {
  const namesakes = level.named.get(textOf(raw['name']) ?? '') ?? [];
  const own = namesakes.find((one) => one.raw === raw);
  // In a circle, n8n throws, which another violation reports.
  if (!own || level.owner || !namesakes.every(unmetCondition) || !hasOrder(level)) return undefined;
  return unmetCondition(own);
}

function unmetCondition({ name, raw, display }: Parameter): Condition | undefined {
  const { default: initial, displayName } = raw;
  // It is kept for workflows that have the value.
  if (isUnknown(initial) || isFormer(name) || isFormer(textOf(displayName) ?? '')) return undefined;
  return display?.show.find(
    ({ key, values }) =>
      (key === name || key === `/${name}`) && [initial, undefined].every((value) => holdsFor(values, value) === false),
  );
}
