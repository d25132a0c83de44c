import { expect, test } from 'vitest';
import { sizeText } from '../../kernel/size-text.ts';

test.each([
  [0, '0 bytes'],
  [1000, '1000 bytes'],
  [1024, '1 KiB'],
  [1536, '1.5 KiB'],
  [2 * 1024 * 1024, '2 MiB'],
  [2 * 1024 * 1024 + 1, '2097153 bytes'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
