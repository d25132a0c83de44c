import type { Condition, Display } from '../model/parameters/display-conditions.ts';
import { valuesOfHidden } from '../model/parameters/hidden-values.ts';
import { type Parameter, topOf } from '../model/parameters/parameter.ts';
import { plainOf, shown } from '../model/parameters/plain.ts';
import { locate } from '../model/parameters/reachability.ts';
import { listed } from '../rule.ts';
import { type Conditional, most, ofOperation } from './conditionals.ts';
import type { FieldOwner } from './field-owner.ts';
import { conditionOnItself } from './waits-for-itself.ts';

/** Why a field is never shown. */
export interface Reason {
  /** The same for reasons that differ in their values alone. */
  group: string;
  values: readonly unknown[];
  text(values: readonly unknown[]): string;
  /** The parameter of type `hidden` on whose value they depend. */
  hiddenBy?: Parameter;
}

const fixedReason = (text: string): Reason => ({ group: text, values: [], text: () => text });

export function reasonOf(conditional: Conditional, subject: FieldOwner): Reason {
  const { display, level, raw } = conditional;
  const { reachability, versionsOfAll = [] } = subject;
  const version = wantedVersions(display, subject);
  if (version)
    return {
      group: '@version',
      values: version.values,
      text: (values) => `"@version" is never ${either(values)}, only ${listed(versionsOfAll.map(shown), { most })}`,
    };
  const besides = (varying: Condition | undefined) =>
    JSON.stringify([level.owner?.path, display.show.map((one) => [one.key, one === varying || one.values])]);
  const impossible = display.show.find((condition) => !reachability.canBeMet(condition, level));
  if (impossible?.values.length === 0)
    return fixedReason(`its displayOptions have no value for ${shown(impossible.key)}`);
  const hiddenBy = impossible && unchangeable(impossible, conditional);
  if (hiddenBy) {
    const { path, raw: hidden } = hiddenBy;
    return { ...fixedReason(`"${path}" is of type "hidden" and stays ${shown(hidden['default'] ?? '')}`), hiddenBy };
  }
  if (impossible)
    return {
      group: `never ${besides(impossible)}`,
      values: impossible.values,
      text: (values) => `${shown(impossible.key)} is never ${either(values)}`,
    };
  const onItself = reachability.canBeShown(display, level) ? conditionOnItself(conditional) : undefined;
  if (onItself)
    return fixedReason(
      `it depends on ${shown(onItself.key)} = ${either(onItself.values)} itself, and its default is ${shown(raw['default'])}`,
    );
  if (display.hide.length > 0 && reachability.canBeShown({ ...display, hide: [] }, level)) {
    const hides = display.hide.map(({ key, values }) => `${shown(key)} = ${either(values)}`);
    return fixedReason(`its displayOptions hide it wherever they show it: ${hides.join(' or ')}`);
  }
  const varying = display.show.findLast(({ key }) => ofOperation.test(key));
  const textOfAll = (values: readonly unknown[]) =>
    display.show.map((one) => `${shown(one.key)} = ${either(one === varying ? values : one.values)}`).join(' and ');
  const isHere = !level.owner || !reachability.canBeShown(display, topOf(level));
  const where = isHere ? '' : ` where "${level.owner?.path}" is shown`;
  return {
    group: `together ${where} ${besides(varying)}`,
    values: varying?.values ?? [],
    text: (values) => `${textOfAll(values)} never occur together${where}`,
  };
}

/** The parameter of a condition, if users cannot change its value. */
function unchangeable({ key }: Condition, { level }: Conditional): Parameter | undefined {
  const place = locate(key, level);
  const [first] = place?.kind === 'parameters' ? place.parameters : [];
  return first && valuesOfHidden(first) && first;
}

const either = (values: readonly unknown[]) => listed(values.map(shown), { most, between: ' or ' });

/**
 * The condition on `@version` that only versions newer than any in the package meet. Nodes and versions share descriptions,
 * and fields for former versions are harmless.
 */
export function wantedVersions({ show }: Display, { versionsOfAll = [] }: FieldOwner): Condition | undefined {
  if (versionsOfAll.length === 0) return undefined;
  const newest = Math.max(...versionsOfAll);
  return show.find(({ key, values }) => key === '@version' && values.length > 0 && values.every(isNewer(newest)));
}

const isNewer = (newest: number) => (value: unknown) => {
  if (typeof value === 'number') return value > newest;
  const { gte, gt, eq, between } = plainOf(plainOf(value)?.['_cnd']) ?? {};
  const least = gte ?? eq ?? plainOf(between)?.['from'];
  if (typeof gt === 'number') return gt >= newest;
  return typeof least === 'number' && least > newest;
};
