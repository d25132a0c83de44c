import { prose } from './markdown.ts';
import type { Schema } from './openapi.ts';

/** Each field of an object, and of the objects in it, as a row: name, type, whether it is required, what it means. */
export function fieldRows(schema: Schema, prefix = ''): string[][] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const row = [`\`${path}\``, typeOf(field), required.includes(name) ? 'yes' : 'no', meaningOf(field)];
    const inner = field.type === 'array' ? field.items : field;
    return [row, ...(inner ? fieldRows(inner, `${path}${field.type === 'array' ? '[]' : ''}.`) : [])];
  });
}

/** `string`, `array of objects`, or the values that there are. */
export function typeOf({ type, enum: values, const: only, items, format }: Schema): string {
  if (values) return values.map((value) => `\`${value}\``).join(', ');
  if (only !== undefined) return `\`${only}\``;
  if (type === 'array') return items ? `array of ${typeOf(items)}` : 'array';
  return [type, format && `(${format})`].flat().filter(Boolean).join(' ');
}

/** Its description, and what holds for its value. */
export function meaningOf(schema: Schema): string {
  const { description, minimum, exclusiveMinimum, maximum, maxLength, default: usual } = schema;
  const bounds = [
    minimum === undefined ? '' : `at least ${minimum}`,
    exclusiveMinimum === undefined ? '' : `more than ${exclusiveMinimum}`,
    maximum === undefined ? '' : `at most ${maximum}`,
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    usual === undefined ? '' : `${usual} when absent`,
  ].filter((bound) => bound !== '');
  return [description && prose(description), bounds.join(', ')].filter(Boolean).join('; ');
}
