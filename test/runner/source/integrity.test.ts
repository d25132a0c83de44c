import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IntegrityVerifier } from '../../../runner/source/integrity.ts';

const hash = (algorithm: string, text: string) => `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`;

function measured(stated: string | undefined, ...chunks: string[]) {
  const meter = new IntegrityVerifier(stated);
  for (const chunk of chunks) meter.update(Buffer.from(chunk));
  return meter.result();
}

test('the result is sha512, for any pieces', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (chunks) => {
      expect(measured(undefined, ...chunks)).toEqual({
        integrity: hash('sha512', chunks.join('')),
        matches: undefined,
      });
    }),
  );
});

test.each(['sha512', 'sha384', 'sha256', 'sha1'])('%s is compared', (algorithm) => {
  expect(measured(hash(algorithm, 'a'), 'a').matches).toBe(true);
  expect(measured(hash(algorithm, 'a'), 'b').matches).toBe(false);
});

test('the strongest kind decides; of several of it any may match', () => {
  expect(measured(`${hash('sha1', 'a')} ${hash('sha512', 'b')}`, 'a').matches).toBe(false);
  expect(measured(`${hash('sha1', 'b')} ${hash('sha512', 'a')}`, 'a').matches).toBe(true);
  expect(measured(`${hash('sha512', 'b')}\n${hash('sha512', 'a')}?option`, 'a').matches).toBe(true);
});

test.each([undefined, '', 'md5-abc', 'rubbish', 'sha512', 'sha512-'])('%j states nothing', (stated) => {
  expect(measured(stated, 'a').matches).toBeUndefined();
});
