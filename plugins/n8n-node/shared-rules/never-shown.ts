import { memoize } from '../memoize.ts';
import type { Condition, Display } from '../model/parameters/display-conditions.ts';
import type { Level, Parameter } from '../model/parameters/parameter.ts';
import { isPrimitive, type Plain, plainOf, shown, textOf } from '../model/parameters/plain.ts';
import { locate } from '../model/parameters/reachability.ts';
import { SlipSearch } from '../model/parameters/slip-search.ts';
import { listed, type Violation } from '../rule.ts';
import { type Conditional, conditionals, conditionsOf, isFormer, most, ofOperation } from './conditionals.ts';
import { capitalized, type FieldOwner, type FieldRule, type FieldWords } from './field-owner.ts';
import { type Reason, reasonOf, wantedVersions } from './hidden-reason.ts';
import { repeatedValues } from './value-rules.ts';
import { conditionOnItself } from './waits-for-itself.ts';

export function neverShown({ check, field, owner, docs }: FieldWords): FieldRule {
  return {
    code: `${check}-${field}-never-shown`,
    title: `${capitalized(field)} is never shown`,
    severity: 'warning',
    why: `No combination of values in the ${owner} satisfies its displayOptions. Users cannot set it, and code that relies on it fails.`,
    fix: `Add the missing option, correct the displayOptions, or remove the ${field} if it is a leftover.`,
    bad: `{ name: 'operation', type: 'options', options: [{ name: 'Get', value: 'get' }], default: 'get' },
{ name: 'orderId', type: 'string', required: true, displayOptions: { show: { operation: ['delete'] } } }`,
    good: `{ name: 'operation', type: 'options', options: [{ name: 'Get', value: 'get' }], default: 'get' },
{ name: 'orderId', type: 'string', required: true, displayOptions: { show: { operation: ['get'] } } }`,
    docs,
    *check(subject) {
      const { reachability } = subject;
      const reported: Conditional[] = [];
      const all = conditionals(subject);
      const shownAs = new Set<string>();
      const hiddenOnes = all.filter((one) => {
        const { path, raw, display, level } = one;
        if (conditionsOf(display).some(({ key }) => locate(key, level)?.kind === 'absent')) return false;
        if (wantedVersions(display, subject) || !reachability.canBeShown(display, level)) return true;
        // Of credentials, n8n and methods of their own fill in some.
        if (check === 'nodes' && conditionOnItself(one)) return true;
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
        reported.push(conditional);
      }
      yield* violationsOf(reported, subject);
      if (check === 'nodes') yield* hiddenAndRequired(subject);
    },
  };
}

/** Of credentials, n8n itself fills in some. */
function* hiddenAndRequired({ fields }: FieldOwner): Generator<Violation> {
  for (const { raw, path } of fields.parameters) {
    const { type, required, default: initial = '' } = raw;
    if (type !== 'hidden' || required !== true || (initial !== '' && initial !== null)) continue;
    yield {
      message: `"${path}" is required, but of type "hidden" and empty`,
      fix: "Use a type that the editor shows, for example `type: 'string'`.",
      severity: 'error',
      about: { object: raw, key: 'type' },
    };
  }
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

/** Whether it depends on a value that is not selectable on purpose, for example for workflows of old versions. */
function isHiddenOnPurpose({ display, level }: Conditional, { reachability }: FieldOwner): boolean {
  return display.show.some(
    (condition) =>
      condition.values.length > 0 &&
      condition.values.every((value) => typeof value === 'string' && isFormer(value)) &&
      !reachability.canBeMet(condition, level),
  );
}

/** Hidden fields that are told as one. */
interface Group {
  reason: Reason;
  hidden: Conditional[];
  /** The value that their displayOptions mean: `"get"`. */
  meant?: string;
  /** Whether an operation fails without them. */
  isError: boolean;
}

/**
 * One violation for all that are hidden for the same reason. Where nothing is known of how to correct them, the reason is also the
 * same if only the missing values differ: an operation was removed, or a few were.
 */
function* violationsOf(hidden: readonly Conditional[], subject: FieldOwner): Generator<Violation> {
  const slips = new SlipSearch();
  const byName = Map.groupBy(hidden, ({ raw }) => raw['name']);
  const byReason = new Map<string, Group>();
  for (const one of hidden) {
    if (isConsequence(one, byName)) continue;
    const reason = reasonOf(one, subject);
    const text = reason.text(reason.values);
    const group = byReason.get(text) ?? { reason, hidden: [], isError: false };
    byReason.set(text, group);
    group.hidden.push(one);
    if (group.hidden.length > maxSearched || isLeftOver(one, subject)) continue;
    const mayMatter = group.meant === undefined || (!group.isError && isWanted(one, subject));
    const meant = mayMatter ? meantBy(one, subject, slips) : undefined;
    if (meant !== undefined) group.meant ??= meant;
    if (meant !== undefined && isWanted(one, subject)) group.isError = true;
    if (isNeeded(one, subject) || isOnlyCredential(one, subject)) group.isError = true;
  }
  const merged = new Map<string, Group>();
  for (const [text, group] of byReason) {
    const isClear = group.meant !== undefined || group.isError;
    const key = isClear ? text : group.reason.group;
    const before = merged.get(key);
    if (!before) merged.set(key, group);
    else {
      before.reason = { ...before.reason, values: [...new Set([...before.reason.values, ...group.reason.values])] };
      before.hidden.push(...group.hidden);
    }
  }
  for (const group of merged.values()) yield violationOf(group, subject);
}

/** Fields of a reason that are searched for what they mean. */
const maxSearched = 100;

function violationOf({ reason, hidden, meant, isError }: Group, subject: FieldOwner): Violation {
  const [first] = hidden;
  const required = hidden.filter(({ raw }) => raw['required'] === true).map(({ path }) => path);
  const names = [...new Set(hidden.map(({ path }) => path))];
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
  const must = required.length > 0 ? `; required: ${listed([...new Set(required)], { most })}` : '';
  const it = names.length > 1 ? 'them' : 'it';
  const unread = hidden.every((one) => isLeftOver(one, subject)) ? `; no code reads ${it}` : '';
  return {
    message: `${listed(
      names.map((name) => `"${name}"`),
      { most },
    )} ${names.length > 1 ? 'are' : 'is'} never shown, because ${reason.text(reason.values)}${hint}${must}${unread}`,
    ...(reason.hiddenBy && { fix: 'Set a default with which they are shown, or use a type that the editor shows.' }),
    ...(unread !== '' && { fix: `Remove ${it}: no code reads ${it}.` }),
    ...((isError || losesOperations(reason, hidden, subject)) && { severity: 'error' as const }),
    ...(first && { about: { object: reason.hiddenBy?.raw ?? first.raw } }),
    concerns: hidden.map(({ raw }) => raw),
  };
}

/** Whether a parameter that stays hidden hides the list of operations, or all parameters. */
function losesOperations({ hiddenBy }: Reason, hidden: readonly Conditional[], { fields }: FieldOwner): boolean {
  if (!hiddenBy) return false;
  const lost = new Set([hiddenBy.raw, ...hidden.map(({ raw }) => raw)]);
  const isLost = (all: readonly Parameter[] = []) => all.length > 0 && all.every(({ raw }) => lost.has(raw));
  return isLost(fields.named.get('operation')) || isLost(fields.parameters.filter(({ type }) => type !== 'notice'));
}

/** Whether it depends on another field that is never shown for the same operations. @param hidden by name */
function isConsequence(
  { display: { show }, level, raw }: Conditional,
  hidden: ReadonlyMap<unknown, readonly Conditional[]>,
): boolean {
  const ofOperations = show.filter(({ key }) => ofOperation.test(key)).map((one) => JSON.stringify(one));
  const isFor = ({ display }: Conditional) => {
    const own = new Set(display.show.map((one) => JSON.stringify(one)));
    // Where both depend on each other, none of them is the cause.
    return ofOperations.every((one) => own.has(one)) && !display.show.some(({ key }) => key === raw['name']);
  };
  return show.some(
    ({ key }) =>
      !ofOperation.test(key) &&
      raw['name'] !== key &&
      hidden
        .get(key)
        ?.slice(0, maxNamesakes)
        .some((other) => other.level === level && isFor(other)),
  );
}

/** The parameters whose values are in URLs of operations: `=/orders/{{ $parameter.orderId }}`. */
const namesInUrls = memoize(({ parameters }: Level): ReadonlySet<string> => {
  const options = parameters.flatMap(({ choices = [] }) => choices);
  const urls = options.map(({ raw }) => textOf(plainOf(plainOf(raw['routing'])?.['request'])?.['url']) ?? '');
  const found = urls
    .filter((url) => url.startsWith('='))
    .flatMap((url) => [...url.matchAll(/\$parameter(?:\.|\[\s*["'])(\w+)/g)]);
  return new Set(found.map(([, name = '']) => name));
});

/** Ways to authenticate that take no credential, or one that users choose: those of n8n's own HTTP Request node. */
const withoutCredential = /^(?:none|no_?auth|anonymous|public)?$|CredentialType$/i;

/** Whether it is a credential, without which users can choose a way to authenticate that has none. */
function isOnlyCredential({ raw, display, level, required }: Conditional, { dependents, reachability }: FieldOwner) {
  if (!required || !dependents.some((one) => one.raw === raw)) return false;
  return display.show.some((condition) => {
    const { key } = condition;
    const place = locate(key, level);
    if (place?.kind !== 'parameters' || reachability.canBeMet(condition, level)) return false;
    const others = dependents.map((one) => one.display?.show.find((other) => other.key === key)?.values);
    if (!others.every((values) => values !== undefined)) return false;
    const served = new Set(others.flat());
    const offered = place.parameters.flatMap(({ choices = [] }) => choices.map(({ value }) => value));
    return offered.some((value) => !served.has(value) && !withoutCredential.test(String(value)));
  });
}

/** Whether code reads a parameter of its name without a fallback value. */
const isAsked = ({ level, raw }: Pick<Conditional, 'level' | 'raw'>, { asked }: FieldOwner) =>
  level.owner === undefined && asked?.has(textOf(raw['name']) ?? '') === true;

/** Whether no code reads a parameter, and n8n sends nothing of it. */
const isLeftOver = ({ level, raw }: Conditional, { mayRead }: FieldOwner) =>
  level.owner === undefined && mayRead?.(textOf(raw['name']) ?? '') === false;

/** Whether code reads a field that no version shows, without a fallback value. */
function isNeeded({ display, level, raw }: Conditional, subject: FieldOwner): boolean {
  const name = textOf(raw['name']) ?? '';
  if (level === subject.fields && level.named.get(name)?.length === 1 && namesInUrls(level).has(name)) return true;
  if (!isAsked({ level, raw }, subject) || !wantedVersions(display, subject)) return false;
  return (level.named.get(name) ?? []).every((one) => one.display && wantedVersions(one.display, subject));
}

/** The value that a field depends on, if its only problem is a typo. Another value may belong to an operation that was removed. */
function meantBy(conditional: Conditional, subject: FieldOwner, slips: SlipSearch): string | undefined {
  const { display, level, raw } = conditional;
  const { reachability } = subject;
  let word: { value: unknown } | undefined;
  const corrected: Condition[] = [];
  for (const condition of display.show) {
    corrected.push(condition);
    const place = locate(condition.key, level);
    if (place?.kind !== 'parameters' || reachability.canBeMet(condition, level)) continue;
    const known = place.parameters.flatMap(valuesOf);
    // It exists but is unreachable because of the typo in another condition.
    if (condition.values.some((wanted) => known.includes(wanted))) continue;
    const meant = firstMeant(condition.values, known, slips);
    if (meant === undefined) return undefined;
    word ??= meant;
    corrected.splice(-1, 1, { ...condition, values: [meant.value] });
  }
  if (word === undefined) return undefined;
  const isShownWith = ({ show = [], hide = [] }: Partial<Display> = {}) =>
    reachability.canBeShown({ ...display, show: [...corrected, ...show], hide: [...display.hide, ...hide] }, level);
  const namesakes = (level.named.get(textOf(raw['name']) ?? '') ?? []).filter((one) => one.raw !== raw);
  // A namesake may be shown there instead.
  const isFree = namesakes.length <= maxNamesakes && !namesakes.some((one) => isShownWith(one.display));
  return isFree && isShownWith() ? shown(word.value) : undefined;
}

/** Whether its operation fails without it. */
const isWanted = (one: Conditional, subject: FieldOwner): boolean => one.required || isAsked(one, subject);

/** Parameters of one name that are searched for the one that is shown instead. */
const maxNamesakes = 100;

/** What users can select, as far as it is listed. */
const valuesOf = ({ choices = [], type }: Parameter): unknown[] =>
  type === 'boolean' ? [true, false] : choices.map(({ value }) => value);

/** The value that is written in another way, or as text: `'false'`. */
function firstMeant(values: readonly unknown[], known: readonly unknown[], slips: SlipSearch) {
  for (const wanted of values) {
    const value = known.find(
      (one) => isPrimitive(one) && isPrimitive(wanted) && one !== wanted && `${one}` === `${wanted}`,
    );
    if (value !== undefined) return { value };
    const word = typeof wanted === 'string' ? slips.meantBy(wanted, known) : undefined;
    if (word !== undefined) return { value: word };
  }
  return undefined;
}
