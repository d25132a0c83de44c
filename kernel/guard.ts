import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** Says of values from outside whether they are of one schema. */
export interface Guard<T> {
  is(value: unknown): value is T;
  /** What is wrong first with a value that is not of the schema: where, as a JSON pointer (RFC 6901), and in words. */
  firstFault(value: unknown): Fault | undefined;
}

export interface Fault {
  /** Empty for the value itself. */
  instancePath: string;
  message: string;
}

interface Compiled {
  Check(value: unknown): boolean;
  Errors(value: unknown): Fault[];
}

/** The guard of a schema. The schema is compiled when it is first used. */
export function guard<Schema extends TSchema>(schema: Schema): Guard<Static<Schema>> {
  let compiled: Compiled | undefined;
  const compile = () => {
    compiled ??= Compile(schema);
    return compiled;
  };
  return {
    is: (value): value is Static<Schema> => compile().Check(value),
    firstFault: (value) => compile().Errors(value)[0],
  };
}
