import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { generated } from '../../docs/generate.ts';

const inDocs = (name: string) => readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

describe('what is generated', () => {
  it.each(Object.entries(generated))(
    '%s says what its definition says; else run `npm run docs`',
    async (name, make) => {
      expect(await inDocs(name)).toBe(await make());
    },
  );
});
