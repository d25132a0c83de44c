import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** Validates external data with a schema. */
export interface Guard<T> {
  is(value: unknown): value is T;
  /** Returns the first error of a value that does not match the schema. */
  firstError(value: unknown): SchemaError | undefined;
}

export interface SchemaError {
  /** JSON pointer (RFC 6901); empty for the value itself. */
  instancePath: string;
  message: string;
}

interface Compiled {
  Check(value: unknown): boolean;
  Errors(value: unknown): SchemaError[];
}

/** Creates the guard of a schema. The schema is compiled on first use. */
export function guard<Schema extends TSchema>(schema: Schema): Guard<Static<Schema>> {
  let compiled: Compiled | undefined;
  const compile = () => {
    compiled ??= Compile(schema);
    return compiled;
  };
  return {
    is: (value): value is Static<Schema> => compile().Check(value),
    firstError: (value) => compile().Errors(value)[0],
  };
}
