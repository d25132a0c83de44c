import type { INodeProperties, INodeType } from 'n8n-workflow';
import type { PlannedOperation } from '../plan/run-input.ts';
import { isWrite } from '../trace/request.ts';
import type { OperationTrace } from '../trace/trace.ts';
import { most } from '../trace/trace-limits.ts';
import {
  type Again,
  counting,
  type OneParameter,
  parametersOfKind,
  type SentWith,
  sendWith,
} from './number-parameters.ts';
import { fieldsWith } from './request-fields.ts';
import { zeroAsDefault, zeroSelected } from './zero-options.ts';

/** Parameters of one operation that are looked at, and fields of entries. */
const maxParameters = 3;

type Replaced = NonNullable<OperationTrace['zeroReplaced']>;

/**
 * The number parameters of which 0 is sent as 1 or as the default, or is not sent although it is not the default, where other
 * numbers are sent as they are; the entries that are lost with a 0; and the options whose value is 0 that are not sent.
 */
export async function zeroReplaced(operation: PlannedOperation, type: INodeType, way: Again): Promise<Replaced> {
  const found: Replaced = [];
  const { prepared, engine } = way;
  const isUpdate = updating.test(String(operation.choices['operation'] ?? ''));
  // Users add a field to an update to change it, also to what it was at first.
  const ofUpdate = isUpdate
    ? parametersOfKind(prepared, engine, (one) => hasZero(one) && !isLeftToApi(one)).filter(({ within }) => within)
    : [];
  const all = parametersOfKind(prepared, engine, takesZero).filter((one) => !ofUpdate.some(isOf(one)));
  const entries = all.filter(({ ofEntry, property }) => ofEntry && isDemanded(property));
  const others = all.filter(({ ofEntry }) => !ofEntry);
  const some = [
    ...ofUpdate.slice(0, maxParameters),
    ...others.slice(0, maxParameters),
    ...entries.slice(0, maxParameters),
  ];
  for (const one of some) {
    const isChange = ofUpdate.includes(one);
    const told = await replacedIn(one, isChange, (value) => sendWith(operation, type, way, one, value));
    if (told) found.push({ name: one.name.slice(0, most.name), ...told });
  }
  return [...found, ...(await zeroSelected(operation, type, way)), ...(await zeroAsDefault(operation, type, way))];
}

const updating = /^(?:update|edit|modify|patch|change)(?![a-z])/;

const isOf = (one: OneParameter) => (other: OneParameter) => one.name === other.name && one.within === other.within;

/**
 * What becomes of a 0 for one parameter; undefined unless it is lost.
 * @param isChange whether it is a field that users add to an update
 * @param send undefined where it fails
 */
async function replacedIn(
  one: OneParameter,
  isChange: boolean,
  send: (value: number) => Promise<SentWith | undefined>,
): Promise<Omit<Replaced[number], 'name'> | undefined> {
  const { property } = one;
  const zero = await send(0);
  if (zero === undefined) return undefined;
  const initial = initialOf(property);
  const { maxValue = Number.POSITIVE_INFINITY } = property.typeOptions ?? {};
  for (const value of new Set([1, initial])) {
    if (value === 0) continue;
    const sent = await send(value);
    const isMissing = sent !== undefined && fieldsWith(sent.fields, value).some((field) => !isNamed(field, zero));
    if (one.ofEntry) return isMissing && losesMore(sent, zero) ? { isEntry: true } : undefined;
    const isLost = isMissing && (initial !== 0 || isChange) && !isLeftToApi(property);
    const isSame = sent?.digests === zero.digests;
    const other = isSame && value < maxValue ? await send(value + 1) : undefined;
    if (other !== undefined && other.digests !== zero.digests) return { value };
    if (isLost) return {};
    if (isSame) return undefined;
  }
  return undefined;
}

/** Whether a field is there, be it with another value: null for 0. */
const isNamed = (field: string, { fields, text }: SentWith) => fields.has(field) || text.includes(`"${field}"`);

/** Whether a write lacks other values with a 0, of the same entry. */
function losesMore(sent: SentWith, zero: SentWith): boolean {
  const marksOf = ({ run }: SentWith) => run.requests.flatMap(({ marks }) => marks);
  const left = new Set(marksOf(zero));
  return sent.run.requests.some(isWrite) && marksOf(sent).some((mark) => !left.has(mark));
}

/** What a description says where the API may decide. */
const isLeftToApi = ({ description, hint }: INodeProperties) => leftToApi.test(`${description} ${hint}`);
const leftToApi =
  /\b(?:none|default|omit|leave|empty|unset|auto|automatic\w*|disable[sd]?|off|ignored?|unlimited|unchanged|keep|skip\w*|no (?:change|limit))\b/i;

/** Whether 0 is a value of it, by its least value or its default. */
function hasZero({ name, type, default: initial, typeOptions = {} }: INodeProperties): boolean {
  const { minValue, maxValue = 1 } = typeOptions;
  const isValue = minValue === undefined ? initial === 0 : minValue <= 0;
  return type === 'number' && maxValue >= 1 && isValue && !counting.test(name);
}

/** The same where the description does not say more about 0. */
function takesZero(property: INodeProperties): boolean {
  const { description = '', hint = '' } = property;
  // What 0 stands for may be said, not only that it is the least: "(0-2)", "from 0 to 1".
  return hasZero(property) && !/\b(?:0|zero)\b/i.test(`${description} ${hint}`.replace(range, ''));
}

const range = /\bbetween 0(?:\.0)? and \d+(?:\.\d+)?|\b0(?:\.0)? ?(?:-|–|to|\.\.) ?\d+(?:\.\d+)?/gi;

/** Whether every entry needs it, and may have a 0: one without it is not what a user means by 0. */
const isDemanded = ({ required, typeOptions }: INodeProperties) =>
  required === true && typeOptions?.minValue !== undefined;

const initialOf = ({ default: initial }: INodeProperties): number =>
  typeof initial === 'number' && Number.isFinite(initial) ? initial : 0;
