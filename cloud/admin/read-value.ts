import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { serviceError } from '../../kernel/errors.ts';

/**
 * A value from outside as its schema says.
 * @throws {ServiceError} INVALID_PAYLOAD
 */
export function readValue<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> {
  if (Value.Check(schema, value)) return value;
  const [first] = Value.Errors(schema, value);
  const reason = first ? `${first.instancePath || 'it'} ${first.message}` : 'it is not as it must be';
  throw serviceError('INVALID_PAYLOAD', { reason });
}
