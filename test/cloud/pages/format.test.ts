import { expect, it } from 'vitest';
import { count, durationText, moment } from '../../../cloud/pages/format.ts';

it.each([
  [0, '0 ms'],
  [999.4, '999 ms'],
  [1_000, '1.0 s'],
  [59_949, '59.9 s'],
  [59_960, '1 min'],
  [300_000, '5 min'],
  [125_000, '2 min 5 s'],
  [3_600_000, '1 h'],
  [5_400_000, '1 h 30 min'],
])('formats %d milliseconds as %s', (milliseconds, text) => expect(durationText(milliseconds)).toBe(text));

it('formats a time as text and as a value', () => {
  expect(moment(new Date('2026-11-21T07:05:09Z')).text).toBe(
    '<time datetime="2026-11-21T07:05:09.000Z">21 Nov 2026, 07:05 UTC</time>',
  );
});

it('counts', () => {
  expect([count(0, 'run'), count(1, 'run'), count(1_200, 'run')]).toEqual(['0 runs', '1 run', '1,200 runs']);
});
