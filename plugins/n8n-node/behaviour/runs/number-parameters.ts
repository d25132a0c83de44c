import type { INodeProperties, INodePropertyCollection, INodePropertyOptions, INodeType } from 'n8n-workflow';
import type { Engine } from '../engine/engine.ts';
import { type Prepared, prepareNode, shownProperties } from '../engine/prepare-node.ts';
import { type PlannedOperation, withValues } from '../plan/run-input.ts';
import { fieldsIn } from '../simulated/stored-values.ts';
import { hasEnded } from '../trace/ending.ts';
import type { Run } from '../trace/run.ts';
import { heard } from './one-run.ts';
import { type RequestFields, requestFields } from './request-fields.ts';

/** A parameter that is looked at, or a field of a collection. */
export interface OneParameter {
  name: string;
  property: INodeProperties;
  /** The collection that it is a field of. */
  within?: string;
  /** It is a field of an entry of a fixed collection. */
  ofEntry?: boolean;
}

/** What is run again with other values. */
export interface Again {
  prepared: Prepared;
  engine: Engine;
  /** Runs it with one item. @param hear told of each request, of its response, and of its body */
  again(prepared: Prepared, hear: (sent: string, response?: string, body?: string) => void): Promise<Run>;
}

/** What was sent with a value. */
export interface SentWith {
  /** Equal for equal requests. */
  digests: string;
  fields: RequestFields;
  /** Addresses and bodies. */
  text: string;
  run: Run;
}

/** Numbers of which 0 may well come to the same as 1: the first page, no limit. */
export const counting =
  /page|limit|max|min|size|count|time|interval|delay|wait|retr|batch|concurr|offset|skip|index|level|depth|ids?$/i;

/** The parameters of a kind: those of the top level first, then fields of collections and of entries of fixed collections. */
export function parametersOfKind(
  prepared: Prepared,
  engine: Engine,
  isOfKind: (property: INodeProperties) => boolean,
): OneParameter[] {
  const shown = shownProperties(prepared, engine, isOfKind).map((property) => ({ name: property.name, property }));
  const holders = shownProperties(prepared, engine, ({ type }) => /^(?:collection|fixedCollection)$/.test(type));
  const fields = holders.flatMap(({ name: within, type, options = [] }): OneParameter[] =>
    type === 'fixedCollection' ? [] : fieldsIn(options).map((one) => ({ name: one.name, property: one, within })),
  );
  const entries = holders.flatMap((holder) => fieldsOfEntries(holder));
  const inner: OneParameter[] = [
    ...fields,
    ...entries.map((property) => ({ name: property.name, property, ofEntry: true })),
  ];
  const all: OneParameter[] = [...shown, ...inner.filter(({ property }) => isOfKind(property))];
  return all.filter(({ name }, at) => all.findIndex((one) => one.name === name) === at);
}

/** Fields that an entry of a fixed collection has, which may be in a collection. */
function fieldsOfEntries({ type, options = [] }: INodeProperties, depth = 0): INodeProperties[] {
  if (depth > 2) return [];
  return options.flatMap((option: INodePropertyOptions | INodeProperties | INodePropertyCollection) => {
    if ('values' in option) return type === 'fixedCollection' ? option.values.filter((one) => !one.displayOptions) : [];
    return 'type' in option ? fieldsOfEntries(option, depth + 1) : [];
  });
}

/** Runs an operation with one value of a parameter; undefined where it fails or sends nothing. */
export function sendWith(
  operation: PlannedOperation,
  type: INodeType,
  { prepared, engine, again }: Again,
  { name, within, ofEntry }: OneParameter,
  value: number | string,
): Promise<SentWith | undefined> {
  const given =
    within === undefined ? { [name]: value } : { [within]: { ...Object(operation.values?.[within]), [name]: value } };
  const values = new Map([...(prepared.wishes.values ?? []), [name, value]]);
  const one = ofEntry
    ? prepareNode(operation, type, { ...prepared.wishes, values }, engine)
    : prepareNode(withValues(operation, given), type, prepared.wishes, engine);
  return sendAgain(one, again);
}

/** Runs it, and keeps what it sends; undefined where it fails or sends nothing. */
export async function sendAgain(prepared: Prepared, again: Again['again']): Promise<SentWith | undefined> {
  const { run, texts, bodies } = await heard((hear) => again(prepared, hear));
  if (!hasEnded(run) || run.requests.length === 0) return undefined;
  const urls = run.requests.map(({ url }) => url);
  const digests = run.requests.map(({ digest }) => digest).join();
  return { run, text: texts.join(''), digests, fields: requestFields(urls, bodies) };
}
