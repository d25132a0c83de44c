import type { Static, TSchema } from 'typebox';
import { reasonOf, serviceError } from '../../kernel/errors.ts';
import { guard } from '../../kernel/guard.ts';

/**
 * Validates a value against a schema.
 * @throws {ServiceError} INVALID_PAYLOAD
 */
export function readValue<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> {
  try {
    return guard(schema).parse(value);
  } catch (error) {
    throw serviceError('INVALID_PAYLOAD', { reason: reasonOf(error) });
  }
}
