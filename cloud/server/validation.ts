import type { FastifyInstance, FastifyTypeProvider } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import type { FieldError } from '../http-error.ts';
import { oversizedValue } from './oversized-value.ts';
import { invalid } from './problem.ts';

/** Tells TypeScript what a route's schemas let through. */
export interface SchemaTypes extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
  serializer: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
}

/** The same for routes that answer in several forms, which their schemas only describe. */
export interface RequestSchemaTypes extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
}

/** Has requests validated by their schemas as they are: bodies are not converted, paths and queries are text at first. */
export function validateBySchemas(app: FastifyInstance): void {
  app.setValidatorCompiler<TSchema>(({ schema, httpPart }) => {
    const validator = Compile(schema);
    return (data: unknown) => {
      const broad = oversizedValue(data);
      if (broad) return { error: invalid([broad]) };
      const value = httpPart === 'body' ? data : validator.Convert(data);
      if (validator.Check(value)) return { value };
      return { error: invalid(validator.Errors(value).flatMap(faultOf)) };
    };
  });
}

function faultOf({ keyword, instancePath, message }: TLocalizedValidationError): FieldError[] {
  // Told of the object that has them, and then of each of them.
  if (keyword === 'additionalProperties') return [];
  const detail = keyword === 'boolean' ? 'is not known here' : message;
  return [{ pointer: `#${instancePath}`, detail }];
}
