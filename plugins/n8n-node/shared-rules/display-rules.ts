import { memoize } from '../memoize.ts';
import type { Condition, Display } from '../model/parameters/display-conditions.ts';
import { everyParameter, type Level, levelsOf, topOf } from '../model/parameters/parameter.ts';
import { type Plain, plainOf, shown, textOf } from '../model/parameters/plain.ts';
import { locate } from '../model/parameters/reachability.ts';
import { hasOrder } from '../model/parameters/resolve-order.ts';
import { SlipSearch } from '../model/parameters/slip-search.ts';
import { listed, type Violation } from '../rule.ts';
import { capitalized, type FieldOwner, type FieldRule, type FieldWords } from './field-owner.ts';
import { repeatedValues } from './value-rules.ts';

/** Rules about display options. */
export const displayRules = (words: FieldWords): FieldRule[] => [
  malformed(words),
  circular(words),
  unknownName(words),
  neverShown(words),
];

/** A parameter, field, option or credential with display options. */
interface Conditional {
  path: string;
  raw: Plain;
  display: Display;
  level: Level;
  /** Whether it is a required parameter or field. */
  required: boolean;
}

/** Names and values that a message lists. */
const most = 4;

/** Three rules need the same. */
const conditionals = memoize(({ fields, dependents }: FieldOwner): readonly Conditional[] => {
  const all: Conditional[] = [];
  for (const { path, raw, display, level, choices = [] } of everyParameter(fields)) {
    // A field of a collection exists only after the user adds it.
    const required = raw['required'] === true && level.owner === undefined;
    if (display) all.push({ path, raw, display, level, required });
    for (const choice of choices) {
      if (choice.display)
        all.push({
          path: `${path} (${shown(choice.value)})`,
          raw: choice.raw,
          display: choice.display,
          level,
          required: false,
        });
    }
  }
  for (const { path, raw, display } of dependents)
    if (display) all.push({ path, raw, display, level: fields, required: raw['required'] === true });
  return all;
});

const conditionsOf = ({ show, hide }: Display): Condition[] => [...show, ...hide];

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
    why: `n8n looks for the name among the siblings of the ${field}, or at the top level if it starts with a slash. An unknown name has no value, so what depends on it is never shown, or always.`,
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
      const causes = new Map<string, { reason: string; hides: boolean; isTypo: boolean; dependent: Conditional[] }>();
      for (const conditional of conditionals(subject)) {
        const { display, level } = conditional;
        const unknown = conditionsOf(display).flatMap((condition) => {
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
          const isTypo = [first, ...others].some((one) => one.isTypo);
          const cause = causes.get(`${first.hides} ${reason}`) ?? { reason, hides: first.hides, isTypo, dependent: [] };
          causes.set(`${first.hides} ${reason}`, cause);
          cause.dependent.push(conditional);
        }
      }
      for (const { reason, hides, isTypo, dependent } of causes.values()) {
        // A required one that cannot be filled in is an error.
        const needed = hides ? undefined : dependent.find(({ required }) => required);
        const first = needed ?? dependent[0];
        const paths = [...new Set(dependent.map(({ path }) => `"${path}"`))];
        yield {
          message: `${listed(paths, { most })} ${paths.length > 1 ? 'depend' : 'depends'} ${reason}`,
          ...((needed || isTypo) && { severity: 'error' as const }),
          ...(first && { about: { object: first.raw, key: 'displayOptions' } }),
          concerns: dependent.map(({ raw }) => raw),
        };
      }
    },
  };
}

/** The names that a key of display options may mean. */
const namesAt = (key: string, level: Level) => (key.startsWith('/') ? topOf(level) : level).named.keys();

function neverShown({ check, field, owner, docs }: FieldWords): FieldRule {
  return {
    code: `${check}-${field}-never-shown`,
    title: `${capitalized(field)} is never shown`,
    severity: 'warning',
    why: `No combination of values in the ${owner} satisfies its displayOptions. Users cannot set it, and code that needs a value, for example of a required ${field}, fails.`,
    fix: `Add the missing option, correct the displayOptions, or remove the ${field} if it is a leftover.`,
    bad: `{ name: 'operation', type: 'options', options: [{ name: 'Get', value: 'get' }], default: 'get' },
{ name: 'orderId', type: 'string', required: true, displayOptions: { show: { operation: ['delete'] } } }`,
    good: `{ name: 'operation', type: 'options', options: [{ name: 'Get', value: 'get' }], default: 'get' },
{ name: 'orderId', type: 'string', required: true, displayOptions: { show: { operation: ['get'] } } }`,
    docs,
    *check(subject) {
      const { reachability } = subject;
      const causes = new Map<string, { reason: string; hidden: Conditional[] }>();
      const all = conditionals(subject);
      const shownAs = new Set<string>();
      const hiddenOnes = all.filter(({ path, raw, display, level }) => {
        if (conditionsOf(display).some(({ key }) => locate(key, level)?.kind === 'absent')) return false;
        if (wantedVersions(display, subject) || !reachability.canBeShown(display, level)) return true;
        if (level.owner) shownAs.add(definitionOf(path, raw));
        return false;
      });
      for (const conditional of hiddenOnes) {
        const { path, raw, level } = conditional;
        // Another violation reports the collection that is never shown.
        if (level.owner && !reachability.canBeShown(level.owner.display, level.owner.level)) continue;
        // Collections share definitions of fields: it is shown in another collection.
        if (shownAs.has(definitionOf(path, raw)) || isHiddenOnPurpose(conditional, subject)) continue;
        if (isOfRepeatedOption(conditional, subject)) continue;
        if (isForOtherOperations(conditional, subject, () => all.filter((one) => !hiddenOnes.includes(one)))) continue;
        const reason = reasonOf(conditional, subject);
        const cause = causes.get(reason) ?? { reason, hidden: [] };
        causes.set(reason, cause);
        cause.hidden.push(conditional);
      }
      const slips = new SlipSearch();
      for (const { reason, hidden } of causes.values())
        yield violationOf(reason, hidden, {
          hintFor: (one) => meantBy(one, subject, slips),
          isNeeded: (one) => isNeeded(one, subject),
        });
    },
  };
}

const definitionOf = (path: string, raw: Plain) => `${path} ${JSON.stringify(raw['displayOptions'])}`;

/** Whether a function made it for every operation, of which others show it. */
function isForOtherOperations(one: Conditional, { reachability }: FieldOwner, shownOnes: () => Conditional[]): boolean {
  const { path, display, level } = one;
  if (level.owner) return false;
  const [own, others] = [true, false].map((is) => display.show.filter(({ key }) => ofOperation.test(key) === is));
  if (!own?.length || !others?.length || !reachability.canBeShown({ ...display, show: own }, level)) return false;
  const definition = ({ raw, display: { show, hide } }: Conditional) =>
    JSON.stringify([{ ...raw, displayOptions: [show.filter(({ key }) => !ofOperation.test(key)), hide] }]);
  return shownOnes().some((other) => other.path === path && definition(other) === definition(one));
}

/** Whether an option was to have the value that it depends on: two have the same, which another rule reports. */
function isOfRepeatedOption({ display, level }: Conditional, { reachability }: FieldOwner): boolean {
  return display.show.some((condition) => {
    const place = locate(condition.key, level);
    if (place?.kind !== 'parameters' || reachability.canBeMet(condition, level)) return false;
    return place.parameters.some(({ choices = [] }) => repeatedValues(choices).length > 0);
  });
}

const ofOperation = /^\/?(resource|operation)$/;

/** Whether it depends on a value that is not selectable on purpose, for example for workflows of old versions. */
function isHiddenOnPurpose({ display, level }: Conditional, { reachability }: FieldOwner): boolean {
  return display.show.some(
    (condition) =>
      condition.values.length > 0 &&
      condition.values.every((value) => typeof value === 'string' && /^_|legacy|deprecated/i.test(value)) &&
      !reachability.canBeMet(condition, level),
  );
}

/** One violation for all that are hidden for the same reason. */
function violationOf(
  reason: string,
  hidden: readonly Conditional[],
  { hintFor, isNeeded }: { hintFor(one: Conditional): string | undefined; isNeeded(one: Conditional): boolean },
): Violation {
  const meant = hidden.slice(0, 100).find((one) => hintFor(one) !== undefined);
  const [first] = hidden;
  const required = hidden.filter(({ raw }) => raw['required'] === true).map(({ path }) => path);
  const names = [...new Set(hidden.map(({ path }) => path))];
  const must = required.length > 0 ? `; required: ${listed([...new Set(required)], { most })}` : '';
  return {
    message: `${listed(
      names.map((name) => `"${name}"`),
      { most },
    )} ${names.length > 1 ? 'are' : 'is'} never shown, because ${reason}${(meant && hintFor(meant)) ?? ''}${must}`,
    ...((meant || hidden.some(isNeeded)) && { severity: 'error' as const }),
    ...(first && { about: { object: first.raw } }),
    concerns: hidden.map(({ raw }) => raw),
  };
}

/**
 * The condition on `@version` that only versions newer than any in the package meet. Nodes and versions share descriptions,
 * and fields for former versions are harmless.
 */
function wantedVersions({ show }: Display, { versionsOfAll = [] }: FieldOwner): Condition | undefined {
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

/** Whether code reads a field that no version shows, without a fallback value. */
function isNeeded({ display, level, raw }: Conditional, subject: FieldOwner): boolean {
  const name = textOf(raw['name']) ?? '';
  if (level.owner || !subject.asked?.has(name) || !wantedVersions(display, subject)) return false;
  return (level.named.get(name) ?? []).every((one) => one.display && wantedVersions(one.display, subject));
}

/**
 * The value that a required field depends on if its only problem is a typo: then the field is needed, and its operation
 * fails without it. Another value may belong to an operation that was removed.
 */
function meantBy({ required, display, level, raw }: Conditional, { reachability }: FieldOwner, slips: SlipSearch) {
  if (!required) return undefined;
  let word: string | undefined;
  const corrected: Condition[] = [];
  for (const condition of display.show) {
    corrected.push(condition);
    const place = locate(condition.key, level);
    if (place?.kind !== 'parameters' || reachability.canBeMet(condition, level)) continue;
    const known = place.parameters.flatMap(({ choices = [] }) => choices.map(({ value }) => value));
    // It exists but is unreachable because of the typo in another condition.
    if (condition.values.some((wanted) => known.includes(wanted))) continue;
    const meant = firstMeant(condition.values, known, slips);
    if (meant === undefined) return undefined;
    word ??= meant;
    corrected.splice(-1, 1, { ...condition, values: [meant] });
  }
  if (word === undefined) return undefined;
  const isShownWith = ({ show = [], hide = [] }: Partial<Display> = {}) =>
    reachability.canBeShown({ ...display, show: [...corrected, ...show], hide: [...display.hide, ...hide] }, level);
  const namesakes = (level.named.get(textOf(raw['name']) ?? '') ?? []).filter((one) => one.raw !== raw);
  // A namesake may be shown there instead.
  const isFree = namesakes.length <= maxNamesakes && !namesakes.some((one) => isShownWith(one.display));
  return isFree && isShownWith() ? `; did you mean ${shown(word)}?` : undefined;
}

/** Parameters of one name that are searched for the one that is shown instead. */
const maxNamesakes = 100;

function firstMeant(values: readonly unknown[], known: readonly unknown[], slips: SlipSearch): string | undefined {
  for (const wanted of values) {
    const word = typeof wanted === 'string' ? slips.meantBy(wanted, known) : undefined;
    if (word !== undefined) return word;
  }
  return undefined;
}

function reasonOf({ display, level }: Conditional, subject: FieldOwner): string {
  const { reachability, versionsOfAll = [] } = subject;
  const version = wantedVersions(display, subject);
  if (version)
    return `"@version" is never ${either(version.values)}, only ${listed(versionsOfAll.map(shown), { most })}`;
  const impossible = display.show.find((condition) => !reachability.canBeMet(condition, level));
  if (impossible?.values.length === 0) return `its displayOptions have no value for ${shown(impossible.key)}`;
  if (impossible) return `${shown(impossible.key)} is never ${either(impossible.values)}`;
  const all = display.show.map(({ key, values }) => `${shown(key)} = ${either(values)}`).join(' and ');
  if (!level.owner || reachability.canBeShown(display, topOf(level))) return `${all} never occur together`;
  return `${all} never occur together where "${level.owner.path}" is shown`;
}

const either = (values: readonly unknown[]) => listed(values.map(shown), { most, between: ' or ' });
