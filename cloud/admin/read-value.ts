import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { serviceError } from '../../kernel/errors.ts';

/**
 * Validates a value against a schema.
 * @throws {ServiceError} INVALID_PAYLOAD
 */
export function readValue<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> {
  if (Value.Check(schema, value)) return value;
  const [first] = Value.Errors(schema, value);
  const reason = first
    ? `${first.instancePath || 'the value'} ${first.message}`
    : 'the value does not match its schema';
  throw serviceError('INVALID_PAYLOAD', { reason });
}
