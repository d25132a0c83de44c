import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { importPlugin } from '../../judge/import-plugin.ts';

test('a plugin that never finishes loading is refused, although something keeps the process alive', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'never-loads-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'p.mjs'), 'globalThis.hasBegunToLoad(); await new Promise(() => {});');
  const begun = Promise.withResolvers<void>();
  Reflect.set(globalThis, 'hasBegunToLoad', begun.resolve);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const loaded = importPlugin({ folder, specifier: './p.mjs' });
  const refused = expect(loaded).rejects.toThrow('it did not finish loading within 60 s');
  await begun.promise;
  await vi.advanceTimersByTimeAsync(60_000);
  await refused;
});
