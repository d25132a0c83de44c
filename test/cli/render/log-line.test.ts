import { createColors } from 'picocolors';
import { expect, it } from 'vitest';
import { logLine } from '../../../cli/render/log-line.ts';

const colors = createColors(false);
const entry = { time: 'x', level: 'info', message: 'a message that is longer than the terminal' } as const;

it('breaks lines between words at a terminal, below the message', () => {
  expect(logLine(entry, { colors, width: 40 })).toBe(
    '[00:00:00] a message that is longer than\n           the terminal',
  );
  expect(logLine(entry, { colors, width: undefined })).toBe(`[00:00:00] ${entry.message}`);
});
