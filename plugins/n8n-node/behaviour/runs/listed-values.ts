import type { INodeProperties, INodeType } from 'n8n-workflow';
import type { Engine } from '../engine/engine.ts';
import { type Prepared, shownProperties } from '../engine/prepare-node.ts';
import type { PlannedOperation } from '../plan/run-input.ts';
import type { ListedValues } from '../simulated/marking.ts';
import type { KnownValues } from '../simulated/recorder.ts';
import { parametersNamed } from '../simulated/wishes.ts';
import { withoutMarks } from '../trace/marks.ts';
import { entriesOf } from './editor-lists.ts';
import { EditorMethod } from './editor-method.ts';
import type { Learned } from './learned.ts';
import type { Stage } from './observe-run.ts';

/** Parameters whose lists are loaded for one operation. */
const maxLists = 4;

/** The IDs of entries are texts, or numbers: methods may make one value of several fields, which the operation takes apart. */
const kindsOfIds: readonly KnownValues[] = [{}, { hasNumericIds: true }];

/** Values that the editor would offer, for each kind of IDs, where an operation refuses what was made up for them. */
export async function listedValues(
  operation: PlannedOperation,
  type: INodeType,
  { prepared, plain }: Learned,
  stage: Stage,
): Promise<ListedValues[]> {
  const refused = refusedSelections(plain.thrown?.message ?? '', prepared, stage.engine).slice(0, maxLists);
  const lists: [name: string, values: readonly (string | number)[]][] = [];
  for (const { name, typeOptions } of refused)
    lists.push([name, await valuesOf(operation, typeOptions?.loadOptionsMethod ?? '', type, stage)]);
  // What the methods read is no matter of the operation.
  stage.engine.reads();
  const known = lists.filter(([, values]) => values.length > 0);
  if (known.length === 0) return [];
  return kindsOfIds.map(
    (_, at) => new Map(known.map(([name, values]): [string, string | number] => [name, values[at] ?? values[0] ?? ''])),
  );
}

/** The parameters of which an error says that nothing that their lists offer is selected. */
function refusedSelections(message: string, prepared: Prepared, engine: Engine): INodeProperties[] {
  const loaded = shownProperties(
    prepared,
    engine,
    ({ type, typeOptions }) => type === 'options' && typeOptions?.loadOptionsMethod !== undefined,
  );
  const named = new Set(parametersNamed(message, prepared.marking));
  const isQuoted = (value: unknown) => typeof value === 'string' && value !== '' && message.includes(`"${value}"`);
  const meant = loaded.filter(({ name }) => named.has(name) || isQuoted(prepared.node.parameters[name]));
  return meant.length > 0 || !/\b(?:re-?)?select|\bdrop-?down\b/i.test(message) ? meant : loaded;
}

/** The value of the first entry of a list, for each kind of IDs; none if the list has no entries. */
async function valuesOf(
  operation: PlannedOperation,
  method: string,
  type: INodeType,
  stage: Stage,
): Promise<readonly (string | number)[]> {
  const key = `${operation.version} ${method}`;
  const loaded = stage.lists.get(key);
  if (loaded) return loaded;
  const editor = new EditorMethod({ ...operation, kind: 'loadOptions', method }, type, stage);
  const { prepared, answers, plain } = await editor.learn();
  const values: (string | number)[] = [];
  for (const known of plain.count > 0 ? kindsOfIds : []) {
    await editor.list(prepared, answers, 'plain', { ...editor.taken, ...known });
    const value: unknown = Reflect.get(Object(entriesOf('loadOptions', editor.last)[0]), 'value');
    // What repeats a value of the first item would be taken for that of all items.
    const plainValue = typeof value === 'string' ? withoutMarks(value) : value;
    if ((typeof plainValue === 'string' && plainValue !== '') || typeof plainValue === 'number')
      values.push(plainValue);
  }
  stage.lists.set(key, values);
  return values;
}
