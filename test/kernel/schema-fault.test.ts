import { expect, test } from 'vitest';
import { expectation, keysOf, placeText } from '../../kernel/schema-fault.ts';

const fault = (keyword: string, params: object = {}) =>
  expectation({ keyword, params, schemaPath: '#', instancePath: '', message: 'as the schema says' });

test('says what a value must be', () => {
  expect(fault('enum', { allowedValues: ['off', 'warning', 'error'] })).toBe('must be "off", "warning" or "error"');
  expect(fault('enum', { allowedValues: [1] })).toBe('must be 1');
  expect(fault('type', { type: 'number' })).toBe('must be a number');
  expect(fault('type', { type: ['array', 'null'] })).toBe('must be an array or null');
  expect(fault('required', { requiredProperties: ['code', 'reason'] })).toBe('must have "code" and "reason"');
  expect(fault('minimum', { limit: 200 })).toBe('must be 200 or greater');
  expect(fault('minLength', { limit: 1 })).toBe('must not be empty');
  expect(fault('boolean')).toBe('is not a known field');
  expect(fault('pattern', { pattern: 'a' })).toBe('as the schema says');
});

test('names the place as code does', () => {
  expect(placeText(keysOf('/ignore/0/until'))).toBe('ignore[0].until');
  expect(placeText(keysOf('/rules/@a~1b~0c'))).toBe('rules.@a/b~c');
  expect(placeText(keysOf(''))).toBe('');
});
