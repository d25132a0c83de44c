import { methodsNamed } from '../../model/parameters/methods-named.ts';
import { everyParameter, type Level, type Parameter, topmost } from '../../model/parameters/parameter.ts';
import { listOf, plainOf, shown, textOf } from '../../model/parameters/plain.ts';
import type { AskSubject } from './ask-subject.ts';

/** The fields of collections with a name. */
export const fieldsNamed = (name: string, levels: readonly Level[]): Parameter[] =>
  levels.flatMap((level) => everyParameter(level).filter((one) => one.name === name && one.level.owner));

/**
 * What to read in place of a parameter that there is not, where fields of collections have its name.
 * @returns empty if none has
 */
export function fieldHint(
  fields: readonly Parameter[],
  ask: Pick<AskSubject['asks'][number], 'isCurrent' | 'listMethod' | 'selected'>,
  levels: readonly Level[],
): string {
  const [field] = fields;
  if (!field) return '';
  // n8n-core 2.41, load-options-context.js: "&" is the entry whose field calls the method.
  if (isRepeated(field) && ask.isCurrent && isBeside(field, ask.listMethod, levels))
    return `; it is a field of an entry of a list: read ${shown(`&${field.name}`)}`;
  const path = pathOf(field);
  const collection = shown(path.replace(/\.[^.]*$/, ''));
  const isCertain = fields.every((one) => pathOf(one) === path && isShownFor(topmost(one), ask.selected ?? [], levels));
  if (!isCertain) return `; the ${isRepeated(field) ? 'list' : 'collection'} ${collection} has a field of this name`;
  return isRepeated(field)
    ? `; it is a field of each entry of the list ${collection}`
    : `; it is a field of a collection: read ${shown(path)}`;
}

/** Whether n8n shows a parameter whenever code runs. @param selected for what it runs: see `selectedBy` */
function isShownFor({ display }: Parameter, selected: readonly string[][], levels: readonly Level[]): boolean {
  if (!display) return true;
  if (!display.complete || display.hide.length > 0) return false;
  return display.show.every(({ key, values }) => {
    const choices = levels.flatMap(({ named }) => named.get(key.replace(/^\//, '')) ?? []).map((one) => one.choices);
    const offered = choices.map((some) => some?.map(({ value }) => value));
    // Of the conditions around code, one may be about the resource and another one about the operation.
    return [...selected, ...(offered.length > 0 ? [offered.flat()] : [])].some((some) =>
      some.every((value) => values.includes(value)),
    );
  });
}

/** Whether a method is called only for parameters beside a field, in the same entry. @param method `loadOptions.getTeams` */
function isBeside(field: Parameter, method: string | undefined, levels: readonly Level[]): boolean {
  const callers = levels.flatMap((level) =>
    [...everyParameter(level)].filter(({ raw }) =>
      [...methodsNamed(raw)].some(({ group, name }) => `${group}.${name}` === method),
    ),
  );
  return callers.length > 0 && callers.every(({ level }) => level === field.level);
}

/** The path by which code reads a field, with the groups of fixed collections: `place.coordinates.latitude`. */
function pathOf({ name, level }: Parameter): string {
  const { owner } = level;
  if (!owner) return name;
  const group = level.kind === 'group' ? plainOf(listOf(owner.raw['options'])[owner.inner.indexOf(level)]) : undefined;
  return [pathOf(owner), ...(group ? [textOf(group['name']) ?? ''] : []), name].join('.');
}

/** Whether there may be several of a field: a collection around it is a list. */
const isRepeated = ({ level: { owner } }: Parameter): boolean =>
  owner !== undefined && (plainOf(owner.raw['typeOptions'])?.['multipleValues'] === true || isRepeated(owner));
