import type { INodeProperties, INodeType } from 'n8n-workflow';
import type { PlannedOperation } from '../plan/run-input.ts';
import type { OperationTrace } from '../trace/trace.ts';
import { most } from '../trace/trace-limits.ts';
import { type Again, parametersOfKind, sendWith } from './number-parameters.ts';
import { fieldsWith } from './request-fields.ts';

/** Parameters of one operation that are looked at. */
const maxParameters = 2;
/** Milliseconds that no other number is likely to be. */
const unusual = 7321;

type Scaled = NonNullable<OperationTrace['scaledTimes']>;

/** The parameters of which users read that they are in milliseconds, and of which 1000 times as much is sent. */
export async function scaledTimes(operation: PlannedOperation, type: INodeType, way: Again): Promise<Scaled> {
  const found: Scaled = [];
  for (const one of parametersOfKind(way.prepared, way.engine, isInMilliseconds).slice(0, maxParameters)) {
    const { minValue = 0, maxValue = unusual } = one.property.typeOptions ?? {};
    const given = Math.max(minValue, Math.min(maxValue, unusual));
    const sent = await sendWith(operation, type, way, one, given);
    const field =
      sent && given > 1 ? fieldsWith(sent.fields, given * 1000).find((key) => !smaller.test(key)) : undefined;
    if (sent && field !== undefined && fieldsWith(sent.fields, given).length === 0)
      found.push({ name: one.name.slice(0, most.name), key: field.slice(0, most.name), given });
  }
  return found;
}

/** Units of which a millisecond has 1000 or more. */
const smaller = /micro|nano|usec|µs|[_a-z][un]s$/i;

const milliseconds = /\bmilli-?seconds?\b|\bms\b/i;

function isInMilliseconds({ type, name, displayName, description = '', hint = '' }: INodeProperties): boolean {
  const about = `${displayName}\n${description}\n${hint}`;
  return (
    type === 'number' &&
    (milliseconds.test(about) || /(?:[a-z]Ms|_ms)$/.test(name)) &&
    !/\b(?:micro|nano)?seconds?\b/i.test(about)
  );
}
