import { expect, it } from 'vitest';
import { oversizedValue } from '../../../cloud/server/oversized-value.ts';

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${key}`, 1]));

it.each([
  ['a text', 'x'],
  ['nothing', null],
  ['a request', { projectType: 'x', files: Array.from({ length: 2_000 }, () => ({ path: 'a', content: '' })) }],
  ['as many fields as may be', many(64)],
])('nothing is wrong with %s', (_, value) => {
  expect(oversizedValue(value)).toBeUndefined();
});

it.each([
  ['too many fields', many(65), '#'],
  ['too many items', Array.from({ length: 20_001 }, () => 1), '#'],
  ['too many files', { files: Array.from({ length: 20_001 }, () => ({})) }, '#/files'],
  ['too many fields of a file', { files: [{}, many(100_000)] }, '#/files/1'],
])('%s are found where they are', (_, value, pointer) => {
  expect(oversizedValue(value)).toMatchObject({ pointer });
});
