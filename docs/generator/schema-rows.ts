import { prose } from '../../kernel/report/rule-markdown.ts';
import type { Schema } from './openapi.ts';

/** Returns a row per field of an object and its nested objects: name, type, required, description. */
export function fieldRows(schema: Schema, prefix = ''): string[][] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const row = [`\`${path}\``, typeOf(field), required.includes(name) ? 'yes' : 'no', descriptionOf(field)];
    const inner = field.type === 'array' ? field.items : field;
    return [row, ...(inner ? fieldRows(inner, `${path}${field.type === 'array' ? '[]' : ''}.`) : [])];
  });
}

/** Returns `string`, `array of objects`, or the allowed values. */
export function typeOf({ type, enum: values, const: constant, items, format }: Schema): string {
  if (values) return values.map((value) => `\`${value}\``).join(', ');
  if (constant !== undefined) return `\`${constant}\``;
  if (type === 'array') return items ? `array of ${typeOf(items)}` : 'array';
  return [type, format && `(${format})`].flat().filter(Boolean).join(' ');
}

/** Returns the description and the constraints of a field. */
export function descriptionOf(schema: Schema): string {
  const { description, minimum, exclusiveMinimum, maximum, maxLength, default: fallback } = schema;
  const bounds = [
    minimum === undefined ? '' : `at least ${minimum}`,
    exclusiveMinimum === undefined ? '' : `more than ${exclusiveMinimum}`,
    maximum === undefined ? '' : `at most ${maximum}`,
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    fallback === undefined ? '' : `default ${fallback}`,
  ].filter((bound) => bound !== '');
  return [description && prose(description), bounds.join(', ')].filter(Boolean).join('; ');
}
