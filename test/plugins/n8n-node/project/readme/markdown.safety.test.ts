import { expect, it } from 'vitest';
import { readMarkdown } from '../../../../../plugins/n8n-node/project/readme/markdown.ts';

it('a README is read in time that grows with its length only', () => {
  for (const hostile of [
    '[',
    '<',
    '`',
    '*',
    '![',
    '<!--',
    '> ',
    '# ',
    '|',
    '1. ',
    '~~~\n',
    '<h1 ',
    '_a',
    '[a]: b\n',
    '|a',
    '![a](b',
    '<img src=a>\n',
  ]) {
    expect(readMarkdown(hostile.repeat(400_000 / hostile.length)).blocks).toBeInstanceOf(Array);
  }
});
