import { isRecorder } from '../simulated/recorder.ts';

/** What n8n's editor takes from a method, by the group of the method: the field with the list, and fields of each entry. */
const lists: Readonly<Record<string, { field?: string; entry: readonly string[] }>> = {
  loadOptions: { entry: ['name', 'value'] },
  listSearch: { field: 'results', entry: ['name', 'value'] },
  resourceMapping: { field: 'fields', entry: ['id', 'displayName'] },
};

/** The entries that the editor would list; none where there is no list. */
export function entriesOf(group: string, result: unknown): readonly unknown[] {
  const { field } = lists[group] ?? {};
  const list: unknown = field === undefined ? result : Reflect.get(Object(result), field);
  return Array.isArray(list) ? list : [];
}

/**
 * Why the editor cannot show what a method gave back. Nothing is said of what the method handed on as the API answered:
 * the answer was made up.
 * @param isMade whether it is known that the method makes the entries
 */
export function editorFault(group: string, result: unknown, isMade = false): string | undefined {
  const { field, entry = [] } = lists[group] ?? {};
  if (isRecorder(result) || result === undefined || result === null) return undefined;
  const list: unknown = field === undefined ? result : Reflect.get(Object(result), field);
  if (isRecorder(list)) return undefined;
  const what = field === undefined ? 'an array' : `an object with the array \`${field}\``;
  if (!Array.isArray(list)) return `it returns ${nameOf(result)} in place of ${what}`;
  const entries: readonly unknown[] = list.slice(0, 100);
  if (entries.length === 0 || entries.some((one) => isRecorder(one) || (!isMade && isAnswer(one)))) return undefined;
  const missing = entry.find((key) => entries.every((one) => !(key in Object(one))));
  if (missing !== undefined) return `the entries that it returns have no \`${missing}\``;
  const isObject = entry.includes('value') && entries.every((one) => isObjectOfCode(Object(one).value));
  return isObject ? 'the `value` of the entries that it returns is an object' : undefined;
}

/** Whether the editor gets entries as the API answered them, without the fields that it shows. */
export const handsOnAnswers = (group: string, entries: readonly unknown[]): boolean =>
  entries.length > 0 &&
  entries.every((one) => isAnswer(one) && lists[group]?.entry.some((key) => !(key in Object(one))) === true);

/**
 * Whether a value is an object in earnest: code reads fields of it. Of what is recorded, nobody knows yet, and an entry of which
 * nothing is read may be a text.
 */
const isObjectOfCode = (value: unknown): boolean =>
  isRecorder(value) ||
  (typeof value === 'object' && value !== null && Object.keys(value).some((key) => key !== 'id' && key !== 'name'));

/** An object as answers have it: with an `id` and a `name` that were made up. */
function isAnswer(entry: unknown): boolean {
  const { id, name } = Object(entry);
  return /^v\d$/.test(String(id)) && /^name\d$/.test(String(name));
}

function nameOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
