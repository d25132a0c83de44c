import { readFile, stat } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { terminalPicture } from '../../docs/generator/terminal-picture.ts';
import { terminalOfFailure } from '../../docs/pictures.ts';

const picture = (name: string) => new URL(`../../docs/pictures/${name}`, import.meta.url);

it('the picture of the terminal shows what is printed today; else run `npm run pictures`', async () => {
  expect(await readFile(picture('terminal.svg'), 'utf8')).toBe(await terminalOfFailure());
});

it('pictures are small enough for a page that somebody waits for', async () => {
  const sizes = await Promise.all(
    ['terminal.svg', 'run-page.png'].map(async (name) => (await stat(picture(name))).size),
  );
  expect(Math.max(...sizes)).toBeLessThan(150_000);
});

it('a picture puts text where a terminal has it, as text', () => {
  const svg = terminalPicture(['\u001b[1mA\u001b[22m <b>  \u001b[31m名^\u001b[39m'], { title: 'T', columns: 20 });
  expect(svg.match(/<tspan.*?<\/tspan>/g)).toEqual([
    '<tspan x="20" textLength="8.4" fill="#e5e1d8" font-weight="bold">A</tspan>',
    '<tspan x="36.8" textLength="25.2" fill="#e5e1d8">&#60;b&#62;</tspan>',
    '<tspan x="78.8" textLength="25.2" fill="#f29088">名^</tspan>',
  ]);
  expect(() => terminalPicture(['\u001b[7mA'], { title: 'T', columns: 20 })).toThrow('Unknown escape sequence 7');
});
