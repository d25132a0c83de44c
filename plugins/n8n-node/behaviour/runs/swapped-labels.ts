import type { KnownValues, Shape } from '../simulated/recorder.ts';
import type { OperationTrace } from '../trace/trace.ts';
import { most } from '../trace/trace-limits.ts';
import { namesIn } from './answer-tries.ts';

/** Fields that identify an entry, and that nobody can read. A `key` or a `code` may well be what users know it by. */
const ofId = /^(?:_?id|uuid|guid)$/i;
const ofName = /^(?:name|title|label|(?:display|full|first|last)_?name)$/i;

/**
 * Whether the entries of a list show the ID of what the API answers, and select its name.
 * @param shapes of the answers
 * @param list lists with what fields hold
 * @returns the fields; undefined for every other list
 */
export async function swappedLabels(
  shapes: ReadonlyMap<string, Shape>,
  list: (known: Pick<KnownValues, 'texts'>) => Promise<readonly unknown[]>,
): Promise<OperationTrace['swapped']> {
  const names = new Set([...shapes.values()].flatMap(namesIn));
  const [ids, titles] = [ofId, ofName].map((pattern) => [...names].filter((name) => pattern.test(name)));
  if (!ids?.length || !titles?.length) return undefined;
  const texts = new Map([...ids, ...titles].map((name) => [name, `v1${name}`]));
  const entries = await list({ texts });
  const fieldOf = (entry: unknown, key: string, fields: readonly string[]) =>
    fields.find((name) => Reflect.get(Object(entry), key) === texts.get(name));
  const found = entries.map((entry) => ({
    label: fieldOf(entry, 'name', ids),
    value: fieldOf(entry, 'value', titles),
  }));
  const [{ label, value } = {}] = found;
  const isEvery = found.every((one) => one.label !== undefined && one.value !== undefined);
  return isEvery && label !== undefined && value !== undefined
    ? { label: label.slice(0, most.name), value: value.slice(0, most.name) }
    : undefined;
}
