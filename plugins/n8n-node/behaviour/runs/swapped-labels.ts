import type { KnownValues, Shape } from '../simulated/recorder.ts';
import { jsonText } from '../trace/json-text.ts';
import type { OperationTrace } from '../trace/trace.ts';
import { most } from '../trace/trace-limits.ts';
import { namesIn } from './answer-tries.ts';

/** Fields that identify an entry, and that nobody can read. A `key` or a `code` may well be what users know it by. */
const ofId = /^(?:_?id|uuid|guid)$/i;
const ofName = /^(?:name|title|label|(?:display|full|first|last)_?name)$/i;

/** Entries with what fields hold. */
type ListTexts = (known: Pick<KnownValues, 'texts'>) => Promise<readonly unknown[]>;

/**
 * Whether the entries of a list show the ID of what the API answers, and select its name; or show and select its name, although
 * the ID is read, where nothing else is done with it.
 * @param shapes of the answers
 * @param list lists with what fields hold
 * @param isOneList whether an ID cannot have been read for another request
 * @returns the fields; undefined for every other list
 */
export async function swappedLabels(
  shapes: ReadonlyMap<string, Shape>,
  list: ListTexts,
  isOneList: boolean,
): Promise<Pick<OperationTrace, 'swapped' | 'selected'>> {
  const all = [...shapes.values()];
  const names = new Set(all.flatMap(namesIn));
  const [ids = [], titles = []] = [ofId, ofName].map((pattern) => [...names].filter((name) => pattern.test(name)));
  const [id] = ids;
  if (id === undefined || titles.length === 0) return {};
  const texts = new Map([...ids, ...titles].map((name) => [name, `v1${name}`]));
  const entries = await list({ texts });
  const fieldOf = (entry: unknown, key: string) =>
    [...ids, ...titles].find((name) => Reflect.get(Object(entry), key) === texts.get(name));
  const found = entries.map((entry) => ({ label: fieldOf(entry, 'name'), value: fieldOf(entry, 'value') }));
  const [{ label, value } = {}] = found;
  const isEvery = found.every((one) => one.label !== undefined && one.value !== undefined);
  if (!isEvery || label === undefined || value === undefined || !titles.includes(value)) return {};
  const isSwapped = found.every((one) => ids.includes(`${one.label}`) && titles.includes(`${one.value}`));
  if (isSwapped) return { swapped: { label: label.slice(0, most.name), value: value.slice(0, most.name) } };
  const listed = jsonText(entries);
  const isUnused = listed !== '' && !ids.some((name) => listed.includes(texts.get(name) ?? ''));
  const isName = isUnused && found.every((one) => one.label === value && one.value === value);
  const isBeside = all.some((shape) => hasBoth(shape, id, value));
  return isName && isOneList && isBeside
    ? { selected: { value: value.slice(0, most.name), id: id.slice(0, most.name) } }
    : {};
}

/** Whether entries have both fields. */
const hasBoth = ({ fields, element }: Shape, one: string, other: string): boolean =>
  (fields.has(one) && fields.has(other)) ||
  [...fields.values(), ...(element ? [element] : [])].some((shape) => hasBoth(shape, one, other));
