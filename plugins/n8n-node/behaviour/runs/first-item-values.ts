import type { INodeParameters, INodeProperties, INodeType } from 'n8n-workflow';
import { isShown, type Prepared } from '../engine/prepare-node.ts';
import type { PlannedOperation } from '../plan/run-input.ts';
import { hasEnded } from '../trace/ending.ts';
import { itemOf } from '../trace/marks.ts';
import type { Run } from '../trace/run.ts';
import { most } from '../trace/trace-limits.ts';
import type { Learned } from './learned.ts';
import type { Stage } from './observe-run.ts';
import { oneRun } from './one-run.ts';
import { valuesOf } from './run-variants.ts';

/** Parameters that are tried one by one. */
const maxTried = 12;

/** A parameter with a value that is no text of ours, and another value of it. */
interface Setting {
  name: string;
  usual: string | number | boolean;
  other: unknown;
  isText: boolean;
}

/**
 * The parameters whose value for the first item is used for the second one too: another value for the first item changes
 * the requests for the second one, and another value for the second item does not.
 */
export async function firstItemValues(
  operation: PlannedOperation,
  type: INodeType,
  { prepared, answers, plain }: Pick<Learned, 'prepared' | 'answers' | 'plain'>,
  stage: Stage,
): Promise<string[]> {
  // n8n itself reads the parameters of declarative nodes.
  if (!type.execute || plain.items !== 3 || !hasEnded(plain)) return [];
  const usual = ofSecond(plain);
  const all = settingsOf(operation, prepared, stage);
  if (usual === undefined || all.length === 0) return [];
  /** What the second item sends, where one item has other values. */
  const sentWith = async (some: readonly Setting[], item: number): Promise<string | undefined> => {
    const parameters: INodeParameters = { ...prepared.node.parameters };
    for (const one of some) parameters[one.name] = valueFor(one, item);
    const changed = { ...prepared, node: { ...prepared.node, parameters } };
    const run = await oneRun(changed, { kind: 'fields', items: [0, 1, 2], number: 1, ...answers }, stage);
    return hasEnded(run) ? ofSecond(run) : undefined;
  };
  let settings = all;
  let ofAll = await sentWith(settings, 0);
  if (ofAll === undefined) {
    // It may refuse a text that we made up; what users select, it takes.
    settings = all.filter(({ isText }) => !isText);
    ofAll = settings.length > 0 && settings.length < all.length ? await sentWith(settings, 0) : undefined;
  }
  if (ofAll === undefined || ofAll === usual) return [];
  const found: string[] = [];
  for (const one of settings.slice(0, maxTried)) {
    const [withFirst, withSecond] = [await sentWith([one], 0), await sentWith([one], 1)];
    if (withFirst !== undefined && withFirst !== usual && withSecond === usual) found.push(one.name);
  }
  return found;
}

/** The requests for the second item, which have its values alone; undefined if there are none. */
function ofSecond({ requests }: Run): string | undefined {
  const own = requests.filter(({ marks }) => marks.length > 0 && marks.every((mark) => itemOf(mark) === 1));
  return own.length === 0 ? undefined : own.map(({ digest }) => digest).join(' ');
}

const valueFor = ({ usual, other }: Setting, item: number): string =>
  `={{ $itemIndex === ${item} ? ${JSON.stringify(other)} : ${JSON.stringify(usual)} }}`;

/** Parameters that are the same for all items in earnest: how, where and by whom requests are sent. */
const ofAllItems =
  /auth|url|host|domain|server|region|instance|environment|sandbox|version|timeout|batch|concurr|parallel|retr[yi]|delay|interval|rate|debug|simplif|raw|return_?all|limit|max|page/i;

/** What users can enter an expression for, beside texts that are told apart anyway. */
function settingsOf({ choices }: PlannedOperation, prepared: Prepared, stage: Stage): Setting[] {
  const { node, type } = prepared;
  const ofCredentials = new Set(
    (type.description.credentials ?? []).flatMap(({ displayOptions }) => Object.keys(displayOptions?.show ?? {})),
  );
  const isSetting = (property: INodeProperties) =>
    !Object.hasOwn(choices, property.name) &&
    !property.noDataExpression &&
    property.name.length <= most.name &&
    !ofAllItems.test(property.name) &&
    !ofCredentials.has(property.name) &&
    isShown(property, prepared, stage.engine);
  return type.description.properties.filter(isSetting).flatMap((property) => {
    const { name } = property;
    const usual = node.parameters[name];
    if (typeof usual !== 'string' && typeof usual !== 'number' && typeof usual !== 'boolean') return [];
    const other = otherOf(property, usual, prepared, stage);
    return other === undefined ? [] : [{ name, usual, other, isText: property.type === 'string' }];
  });
}

function otherOf(property: INodeProperties, usual: unknown, prepared: Prepared, { engine }: Stage): Setting['other'] {
  // It is an expression already, or would end one.
  if (typeof usual === 'string' && (usual === '' || /^=|\{\{|\}\}/.test(usual))) return undefined;
  if (property.type === 'string') return `${usual}1`;
  if (property.type === 'number') {
    const isMost = Number(usual) >= (property.typeOptions?.maxValue ?? Number.POSITIVE_INFINITY);
    return Number(usual) + (isMost ? -1 : 1);
  }
  if (property.type === 'options' && !property.options?.length) return 'v2';
  return valuesOf(property, prepared, engine).find((value) => value !== usual);
}
