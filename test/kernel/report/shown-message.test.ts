import { expect, it } from 'vitest';
import { shownMessage } from '../../../kernel/report/shown-message.ts';

const edit = { start: 0, end: 1, text: 'x' };

it('marks a message exactly if there is an edit', () => {
  expect(shownMessage({ message: "Use 'ID' [autofixable]", edit })).toBe("Use 'ID' [autofixable]");
  expect(shownMessage({ message: "Use 'ID'", edit })).toBe("Use 'ID' [autofixable]");
  expect(shownMessage({ message: 'Sort the options [autofixable]' })).toBe('Sort the options');
});
