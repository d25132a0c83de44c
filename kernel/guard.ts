import type { Static, TSchema } from 'typebox';
import { firstFault, matches } from './matches.ts';

/** Says of values from outside whether they are of one schema. */
export interface Guard<T> {
  is(value: unknown): value is T;
  /** Where a value that is not of the schema is wrong, as a JSON pointer; empty for the value itself. */
  firstFault(value: unknown): Promise<string>;
}

/**
 * The guard of a schema, for a module that is named `guards.ts` and exports nothing else: the build writes such a module
 * out as plain functions (written-guards.ts), so that a command loads no library of schemas to find all as it should be.
 */
export function guard<Schema extends TSchema>(schema: Schema): Guard<Static<Schema>> & { schema: Schema } {
  return {
    schema,
    is: (value) => matches(schema, value),
    firstFault: async (value) => firstFault(schema, value),
  };
}
