import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** Says of values from outside whether they are of one schema. */
export interface Guard<T> {
  is(value: unknown): value is T;
  /** Where a value that is not of the schema is wrong, as a JSON pointer; empty for the value itself. */
  firstFault(value: unknown): Promise<string>;
}

interface Compiled {
  Check(value: unknown): boolean;
  Errors(value: unknown): { instancePath: string }[];
}

/**
 * The guard of a schema, for a module that is named `guards.ts` and exports nothing else: the build writes such a module
 * out as plain functions (written-guards.ts), so that a command loads no library of schemas to find all as it should be.
 * Elsewhere the schema is compiled at its first use: that takes a tenth of the time in which it would be interpreted.
 */
export function guard<Schema extends TSchema>(schema: Schema): Guard<Static<Schema>> & { schema: Schema } {
  let compiled: Compiled | undefined;
  const compile = () => {
    compiled ??= Compile(schema);
    return compiled;
  };
  return {
    schema,
    is: (value): value is Static<Schema> => compile().Check(value),
    firstFault: async (value) => compile().Errors(value)[0]?.instancePath ?? '',
  };
}
