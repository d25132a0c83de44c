import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** Validates external data with a schema. */
export interface Guard<T> {
  is(value: unknown): value is T;
  /** @throws {Error} for a value that does not match the schema */
  parse(value: unknown): T;
  /** Returns the errors of a value that does not match the schema; the first ones if there are many. */
  errors(value: unknown): SchemaError[];
}

export interface SchemaError {
  /** The keyword of JSON Schema that is violated. */
  keyword: string;
  /** JSON pointer to the violated part of the schema. */
  schemaPath: string;
  /** JSON pointer (RFC 6901); empty for the value itself. */
  instancePath: string;
  /** Depends on the keyword. */
  params?: object;
  message: string;
}

interface Compiled {
  Check(value: unknown): boolean;
  Errors(value: unknown): SchemaError[];
}

const allCompiled = new WeakMap<TSchema, Compiled>();

/** The guard of a schema. The schema is compiled once, on first use. */
export function guard<Schema extends TSchema>(schema: Schema): Guard<Static<Schema>> {
  const compile = () => {
    const compiled = allCompiled.get(schema) ?? Compile(schema);
    allCompiled.set(schema, compiled);
    return compiled;
  };
  const is = (value: unknown): value is Static<Schema> => compile().Check(value);
  const errors = (value: unknown) => compile().Errors(value);
  return {
    is,
    errors,
    parse(value) {
      if (is(value)) return value;
      const { instancePath = '', message = 'does not match its schema' } = errors(value)[0] ?? {};
      throw new Error(`${instancePath || 'the value'} ${message}`);
    },
  };
}
