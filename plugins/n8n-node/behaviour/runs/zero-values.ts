import type { INodeProperties, INodeType } from 'n8n-workflow';
import type { Engine } from '../engine/engine.ts';
import { type Prepared, prepareNode, shownProperties } from '../engine/prepare-node.ts';
import { type PlannedOperation, withValues } from '../plan/run-input.ts';
import { fieldsIn } from '../simulated/values.ts';
import { hasEnded } from '../trace/ending.ts';
import type { Run } from '../trace/run.ts';
import type { OperationTrace } from '../trace/trace.ts';
import { most } from '../trace/trace-limits.ts';

/** Parameters of one operation that are looked at. */
const maxParameters = 3;

/** Numbers of which 0 may well come to the same as 1: the first page, no limit. */
const counting =
  /page|limit|max|min|size|count|time|interval|delay|wait|retr|batch|concurr|offset|skip|index|level|depth|ids?$/i;

interface Zero {
  prepared: Prepared;
  engine: Engine;
  /** Runs it with one item. @param hear told of each request, of its response, and of its body */
  again(prepared: Prepared, hear: (sent: string, response?: string, body?: string) => void): Promise<Run>;
}

/**
 * The number parameters of which 0 is sent as 1 or as the default, or is not sent although it is not the default, where other
 * numbers are sent as they are.
 */
export async function zeroReplaced(
  operation: PlannedOperation,
  type: INodeType,
  { prepared, engine, again }: Zero,
): Promise<NonNullable<OperationTrace['zeroReplaced']>> {
  let fields = new Map<string, unknown>();
  const requestsFor = async ({ name, within }: Numeric, value: number): Promise<string | undefined> => {
    const given =
      within === undefined ? { [name]: value } : { [within]: { ...Object(operation.values?.[within]), [name]: value } };
    const one = prepareNode(withValues(operation, given), type, prepared.wishes, engine);
    fields = new Map();
    const run = await again(one, (_sent, _response, body = '') => noteFields(body, fields));
    return hasEnded(run) && run.requests.length > 0 ? run.requests.map(({ digest }) => digest).join() : undefined;
  };
  const found: NonNullable<OperationTrace['zeroReplaced']> = [];
  for (const numeric of numericIn(prepared, engine).slice(0, maxParameters)) {
    const { name, property } = numeric;
    const zero = await requestsFor(numeric, 0);
    if (zero === undefined) continue;
    const without = fields;
    const initial = initialOf(property);
    const { maxValue = Number.POSITIVE_INFINITY } = property.typeOptions ?? {};
    const isNeeded = initial !== 0 && !leftToApi.test(`${property.description} ${property.hint}`);
    for (const value of new Set([1, initial])) {
      if (value === 0) continue;
      const sent = await requestsFor(numeric, value);
      const isLost =
        sent !== undefined && isNeeded && [...fields].some(([field, given]) => given === value && !without.has(field));
      const other: string | undefined =
        sent === zero && value < maxValue ? await requestsFor(numeric, value + 1) : undefined;
      const isReplaced = other !== undefined && other !== zero;
      if (isReplaced || isLost) found.push({ name: name.slice(0, most.name), ...(isReplaced && { value }) });
      if (sent === zero || isLost) break;
    }
  }
  return found;
}

/** A parameter for a number of which 0 is one, or a field of a collection. */
interface Numeric {
  name: string;
  property: INodeProperties;
  /** The collection that it is a field of. */
  within?: string;
}

/** Those of the top level first. */
function numericIn(prepared: Prepared, engine: Engine): Numeric[] {
  const shown = shownProperties(prepared, engine, takesZero);
  const collections = shownProperties(prepared, engine, ({ type }) => type === 'collection');
  const fields = collections.flatMap(({ name: within, options = [] }) =>
    fieldsIn(options)
      .filter(takesZero)
      .map((one) => ({ name: one.name, property: one, within })),
  );
  const all: Numeric[] = [...shown.map((property) => ({ name: property.name, property })), ...fields];
  return all.filter(({ name }, at) => all.findIndex((one) => one.name === name) === at);
}

/** What a description says where the API may decide. */
const leftToApi = /\b(?:none|default|omit|leave|empty|unset|auto|automatic\w*|disable[sd]?|off)\b/i;

/** The fields of a body in JSON, at any depth. */
function noteFields(body: string, fields: Map<string, unknown>): void {
  try {
    JSON.parse(body, (field, value) => {
      fields.set(field, value);
      return value;
    });
  } catch {
    // It has none.
  }
}

/** Whether the description says that 0 is a value of it, by its least value or its default. */
function takesZero({ name, type, default: initial, typeOptions = {}, description = '', hint = '' }: INodeProperties) {
  const { minValue, maxValue = 1 } = typeOptions;
  const isValue = minValue === undefined ? initial === 0 : minValue <= 0;
  // What 0 stands for may be said, not only that it is the least: "(0-2)", "from 0 to 1".
  const isExplained = /\b(?:0|zero)\b/i.test(`${description} ${hint}`.replace(range, ''));
  return type === 'number' && maxValue >= 1 && isValue && !counting.test(name) && !isExplained;
}

const range = /\bbetween 0(?:\.0)? and \d+(?:\.\d+)?|\b0(?:\.0)? ?(?:-|–|to|\.\.) ?\d+(?:\.\d+)?/gi;

const initialOf = ({ default: initial }: INodeProperties): number =>
  typeof initial === 'number' && Number.isFinite(initial) ? initial : 0;
