import type { Condition } from '../model/parameters/display-conditions.ts';
import { type Level, levelsOf, type Parameter, topOf } from '../model/parameters/parameter.ts';
import { shown, textOf } from '../model/parameters/plain.ts';
import { locate } from '../model/parameters/reachability.ts';
import { hasOrder } from '../model/parameters/resolve-order.ts';
import { SlipSearch } from '../model/parameters/slip-search.ts';
import { listed } from '../rule.ts';
import { type Conditional, conditionals, conditionsOf, isFormer, most, ofOperation } from './conditionals.ts';
import type { FieldOwner, FieldRule, FieldWords } from './field-owner.ts';
import { neverShown } from './never-shown.ts';

/** Rules about display options. */
export const displayRules = (words: FieldWords): FieldRule[] => [
  malformed(words),
  circular(words),
  unknownName(words),
  unknownValue(words),
  neverShown(words),
];

function malformed({ check, owner, docs }: FieldWords): FieldRule {
  return {
    code: `${check}-display-options-malformed`,
    title: 'displayOptions value is not an array',
    severity: 'error',
    why: `n8n expects an array of values and throws for anything else, so the ${owner} cannot be opened.`,
    fix: 'Write the value as an array.',
    bad: "displayOptions: { show: { resource: 'order' } }",
    good: "displayOptions: { show: { resource: ['order'] } }",
    docs,
    supersededBy: ['types-error'],
    *check(owner) {
      for (const { path, raw, display } of conditionals(owner)) {
        for (const key of display.malformed) {
          yield {
            message: `"${path}": the displayOptions value of ${shown(key)} is not an array`,
            about: { object: raw, key: 'displayOptions' },
          };
        }
      }
    },
  };
}

function circular({ check, field, owner, docs }: FieldWords): FieldRule {
  return {
    code: `${check}-display-circular`,
    title: `Circular display options of a ${field}`,
    severity: 'error',
    why: `n8n resolves a ${field} after those in its displayOptions. If they depend on each other, it throws "Could not resolve parameter dependencies", and the ${owner} can be neither opened nor run.`,
    fix: `Remove the ${field} from its own displayOptions and from those that it depends on.`,
    bad: "{ name: 'size', type: 'options', displayOptions: { show: { size: ['small'] } } }",
    good: "{ name: 'size', type: 'options', displayOptions: { show: { resource: ['order'] } } }",
    docs,
    *check({ fields }) {
      for (const level of levelsOf(fields)) {
        if (hasOrder(level)) continue;
        const dependent = level.parameters.filter(({ display }) => display !== undefined);
        const [first, ...others] = dependent.filter(
          ({ name, display }) => display && conditionsOf(display).some(({ key }) => key === name),
        );
        const about = { object: (first ?? dependent[0])?.raw ?? {}, key: 'displayOptions' };
        if (first && others.length === 0)
          yield { message: `"${first.path}" depends on itself in its displayOptions`, about };
        else
          yield {
            message: `${listed(
              dependent.map(({ path }) => `"${path}"`),
              { most },
            )} depend on each other in their displayOptions`,
            about,
          };
      }
    },
  };
}

function unknownName({ check, field, owner, docs }: FieldWords): FieldRule {
  return {
    code: `${check}-display-name-unknown`,
    title: `Unknown ${field} in displayOptions`,
    severity: 'warning',
    why: `n8n looks for the name among the siblings of the ${field}, or at the top level if it starts with a slash. An unknown name has no value, so what depends on it is never shown, or always. Reported as an error if it is required or code reads it, or if the name is misspelled or lacks the slash.`,
    fix: `Correct the name. Inside a collection, refer to a ${field} at the top level as "/name".`,
    bad: `{ name: 'options', type: 'collection', options: [
  { name: 'expand', displayOptions: { show: { resource: ['order'] } } },
] }`,
    good: `{ name: 'options', type: 'collection', options: [
  { name: 'expand', displayOptions: { show: { '/resource': ['order'] } } },
] }`,
    docs,
    *check(subject) {
      const slips = new SlipSearch();
      const causes = new Map<string, { reason: string; hides: boolean; isSlip: boolean; dependent: Conditional[] }>();
      for (const conditional of conditionals(subject)) {
        const { display, level } = conditional;
        const absent = conditionsOf(display).flatMap((condition) => {
          const { key } = condition;
          if (locate(key, level)?.kind !== 'absent') return [];
          const hides = display.hide.includes(condition);
          // An unknown name in `hide` hides nothing: it is for values of old workflows, unless it is misspelled.
          const meant = slips.meantBy(key.replace(/^\//, ''), namesAt(key, level));
          if (hides && meant === undefined) return [];
          const isSibling = level.owner !== undefined && !key.startsWith('/');
          const atTop = isSibling && topOf(level).named.has(key);
          return [{ key, hides, isSibling, atTop, isTypo: !hides && meant !== undefined }];
        });
        // What could not be loaded may have the others.
        const unknown = subject.partial ? absent.filter(({ atTop, isTypo }) => atTop || isTypo) : absent;
        const alike = Map.groupBy(unknown, ({ hides, isSibling, atTop }) => `${hides} ${isSibling} ${atTop}`);
        for (const [first, ...others] of alike.values()) {
          if (!first) continue;
          const names = [first, ...others].map(({ key }) => shown(key));
          const many = others.length > 0;
          const where = first.isSibling ? `in "${level.owner?.path}"` : `of the ${owner}`;
          const tops = listed(
            [first, ...others].map(({ key }) => `"/${key}"`),
            { most },
          );
          const hint = first.atTop ? `; use ${tops} for the ${many ? 'ones' : 'one'} at the top level` : '';
          const what = many ? `which are not ${field}s` : `which is not a ${field}`;
          const reason = `on ${listed(names, { most })}, ${what} ${where}${hint}`;
          const isSlip = [first, ...others].some((one) => one.isTypo || (one.atTop && !one.hides));
          const cause = causes.get(`${first.hides} ${reason}`) ?? { reason, hides: first.hides, isSlip, dependent: [] };
          causes.set(`${first.hides} ${reason}`, cause);
          cause.dependent.push(conditional);
        }
      }
      for (const { reason, hides, isSlip, dependent } of causes.values()) {
        // One that is required, or that code reads, cannot be filled in.
        const needed = hides ? undefined : dependent.find((one) => one.required || isLost(one, subject));
        const first = needed ?? dependent[0];
        const paths = [...new Set(dependent.map(({ path }) => `"${path}"`))];
        yield {
          message: `${listed(paths, { most })} ${paths.length > 1 ? 'depend' : 'depends'} ${reason}`,
          ...((needed || isSlip) && { severity: 'error' as const }),
          ...(first && { about: { object: first.raw, key: 'displayOptions' } }),
          concerns: dependent.map(({ raw }) => raw),
        };
      }
    },
  };
}

/** Whether code may read a parameter of which no definition is ever shown. */
function isLost({ raw, level }: Conditional, { mayRead }: FieldOwner): boolean {
  const name = textOf(raw['name']) ?? '';
  const isHidden = ({ display }: Parameter) =>
    display?.show.some(({ key }) => locate(key, level)?.kind === 'absent') === true;
  const all = level.owner === undefined ? (level.named.get(name) ?? []) : [];
  return mayRead?.(name) === true && all.some((one) => one.raw === raw) && all.every(isHidden);
}

function unknownValue({ check, field, docs }: FieldWords): FieldRule {
  return {
    code: `${check}-display-value-unknown`,
    title: 'Unknown value in displayOptions',
    severity: 'warning',
    why: `No option of the ${field} has this value. If it is misspelled, the option that was meant neither shows nor hides anything. If it is a leftover, it has no effect.`,
    fix: 'Correct the value, or remove it.',
    bad: `{ name: 'operation', type: 'options', options: [{ name: 'Get', value: 'get' }, { name: 'Add', value: 'add' }], default: 'get' },
{ name: 'orderId', type: 'string', displayOptions: { show: { operation: ['get', 'added'] } } }`,
    good: `{ name: 'operation', type: 'options', options: [{ name: 'Get', value: 'get' }, { name: 'Add', value: 'add' }], default: 'get' },
{ name: 'orderId', type: 'string', displayOptions: { show: { operation: ['get', 'add'] } } }`,
    docs,
    *check(subject) {
      // Versions share descriptions: another one may have the option.
      const { reachability, partial, versions, versionsOfAll = [] } = subject;
      if (partial || versionsOfAll.some((version) => !versions.includes(version))) return;
      const slips = new SlipSearch();
      const causes = new Map<string, { key: string; value: unknown; dependent: Conditional[] }>();
      for (const conditional of conditionals(subject)) {
        for (const condition of conditionsOf(conditional.display)) {
          for (const value of unknownValues(condition, conditional, { reachability, slips })) {
            const { key } = condition;
            const cause = causes.get(`${key} ${shown(value)}`) ?? { key, value, dependent: [] };
            causes.set(`${key} ${shown(value)}`, cause);
            cause.dependent.push(conditional);
          }
        }
      }
      // Values that the same parameters have are told together.
      const alike = Map.groupBy(causes.values(), ({ key, dependent }) =>
        [key, ...dependent.map(({ path }) => path)].join(' '),
      );
      for (const same of alike.values()) {
        const [first] = same;
        if (!first) continue;
        const paths = [...new Set(first.dependent.map(({ path }) => `"${path}"`))];
        const values = listed(
          same.map(({ value }) => shown(value)),
          { most },
        );
        const which = same.length > 1 ? 'which are not among' : 'which is not one of';
        yield {
          message: `${listed(paths, { most })} ${paths.length > 1 ? 'depend' : 'depends'} on ${shown(first.key)} = ${values}, ${which} its options`,
          about: { object: first.dependent[0]?.raw ?? {}, key: 'displayOptions' },
        };
      }
    },
  };
}

/** Values that a list has beside ones that can be selected: another rule reports what is never shown. */
function unknownValues(
  { key, values }: Condition,
  { level }: Conditional,
  { reachability, slips }: Pick<FieldOwner, 'reachability'> & { slips: SlipSearch },
): unknown[] {
  const place = values.length > 1 && values.length <= maxValues ? locate(key, level) : undefined;
  if (place?.kind !== 'parameters' || place.parameters.some(({ choices }) => !choices)) return [];
  // A value of a parameter that is itself never shown is none of these either: another rule reports that parameter.
  const options = new Set(place.parameters.flatMap(({ choices = [] }) => choices.map(({ value }) => value)));
  const unknown = values.filter(
    (value) =>
      typeof value === 'string' &&
      !isFormer(value) &&
      !options.has(value) &&
      !reachability.canBeMet({ key, values: [value] }, level),
  );
  if (unknown.length === values.length) return [];
  if (!ofOperation.test(key)) {
    // A former spelling beside the right one hides nothing.
    const known = values.filter((value) => !unknown.includes(value)).map(String);
    return unknown.filter((value) => slips.meantBy(String(value), known) === undefined);
  }
  // Authors leave operations of former versions in lists: what is not misspelled is harmless.
  const others = [...options].filter((option) => !values.includes(option));
  return unknown.filter((value) => typeof value === 'string' && slips.meantBy(value, others) !== undefined);
}

/** Values of one list that are looked up. */
const maxValues = 50;

/** The names that a key of display options may mean. */
const namesAt = (key: string, level: Level) => (key.startsWith('/') ? topOf(level) : level).named.keys();
