import type { FastifyInstance, FastifyTypeProvider } from 'fastify';
import Type, { type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { isRecord } from '../../kernel/record.ts';
import type { FieldError } from '../http-error.ts';
import { oversizedValue } from './oversized-value.ts';
import { invalidRequest } from './problem.ts';

/** Derives the types of a route from its schemas. */
export interface SchemaTypes extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
  serializer: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
}

/** The same for routes with several response formats, whose response schemas are documentation only. */
export interface RequestSchemaTypes extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
}

/** Validates requests against their schemas. Path parameters and queries are text and are converted; bodies are not. */
export function validateBySchemas(app: FastifyInstance): void {
  app.setValidatorCompiler<TSchema>(({ schema, httpPart }) => {
    const validator = Compile(schema);
    return (data: unknown) => {
      const oversized = oversizedValue(data);
      if (oversized) return { error: invalidRequest([oversized]) };
      const value = httpPart === 'body' ? data : withNumbers(schema, data);
      if (validator.Check(value)) return { value };
      return { error: invalidRequest(validator.Errors(value).flatMap(toFieldErrors)) };
    };
  });
}

/** Converts the texts that are the numbers of a schema; validation refuses others. */
function withNumbers(schema: TSchema, data: unknown): unknown {
  if (!Type.IsObject(schema) || !isRecord(data)) return data;
  const entries = Object.entries(data).map(([name, value]) => [name, toNumber(schema.properties[name], value)]);
  return Object.fromEntries(entries);
}

function toNumber(schema: TSchema | undefined, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const isNumber =
    (Type.IsInteger(schema) && /^-?\d{1,15}$/.test(value)) ||
    (Type.IsNumber(schema) && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value));
  return isNumber ? Number(value) : value;
}

function toFieldErrors({ keyword, instancePath, message }: TLocalizedValidationError): FieldError[] {
  // Typebox reports the object, then each unknown field.
  if (keyword === 'additionalProperties') return [];
  const detail = keyword === 'boolean' ? 'is an unknown field' : message;
  return [{ pointer: `#${instancePath}`, detail }];
}
