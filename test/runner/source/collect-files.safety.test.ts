import { expect, test } from 'vitest';
import { collectFiles } from '../../../runner/source/collect-files.ts';
import { useOwnPlace } from './own-place.ts';

const place = useOwnPlace();

test('patterns of a .gitignore that take too long are an error', async () => {
  const files = Array.from({ length: 20 }, (_, index) => [`src/${'a'.repeat(240)}${index}`, '']);
  const lines = Array.from({ length: 2000 }, (_, index) => `*${'a'.repeat(100)}${index}`).join('\n');
  await place.write({ ...Object.fromEntries(files), 'src/.gitignore': `# slow\n${lines}` });
  expect(() => collectFiles({ folder: place.folder, include: ['src'] })).toThrow(
    /^src\/\.gitignore:\d+: pattern "\*a{99}…" takes too long to match$/,
  );
});
