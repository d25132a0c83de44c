import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openCopy } from '../../../runner/source/open-copy.ts';
import { useOwnPlace } from './own-place.ts';

const place = useOwnPlace();
const never = new AbortController().signal;

test('a copy has a folder for the project, and one for other files', async () => {
  const project = await openCopy(never, async ({ folder, scratch }) => {
    await writeFile(join(folder, 'a'), 'A');
    await writeFile(join(scratch, 'b'), 'B');
  });
  expect(project.files.list()).toEqual(['a']);
  expect(dirname(project.folder)).toMatch(/\/service-[^/]+$/);
  await project.close();
  expect(await place.temporary()).toEqual([]);
});

test('a run that ends while the last file is put there leaves nothing behind', async () => {
  const controller = new AbortController();
  const opening = openCopy(controller.signal, async () => controller.abort(new Error('over')));
  await expect(opening).rejects.toThrow('over');
  expect(await place.temporary()).toEqual([]);
});

describe('putting each of many', () => {
  test('fails with the first error, and not before all others have ended', async () => {
    const ended: string[] = [];
    const opening = openCopy(never, ({ each, folder }) =>
      each(['fails', 'fails too', 'is slow'], async (item) => {
        if (item !== 'is slow') throw new Error(item);
        for (let turn = 0; turn < 50; turn++) await setImmediate();
        await writeFile(join(folder, 'a'), '');
        ended.push(item);
      }),
    );
    await expect(opening).rejects.toThrow(/^fails$/);
    expect(ended).toEqual(['is slow']);
    expect(await place.temporary()).toEqual([]);
  });

  test('begins with no other once the run is over', async () => {
    const controller = new AbortController();
    const begun: number[] = [];
    const opening = openCopy(controller.signal, ({ each }) =>
      each([1, 2, 3], async (item) => {
        begun.push(item);
        controller.abort(new Error('over'));
      }),
    );
    await expect(opening).rejects.toThrow('over');
    expect(begun).toEqual([1]);
  });
});
