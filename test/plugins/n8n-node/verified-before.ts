import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, onTestFinished } from 'vitest';
import { EntryStore } from '../../../runner/cache/entry-store.ts';
import { ResultsCache } from '../../../runner/cache/results-cache.ts';
import { writeProject } from '../../bench/generate-project.ts';

const makeFolder = () => mkdtemp(join(tmpdir(), 'service-remembered-'));
const remove = (folder: string) => rm(folder, { recursive: true, force: true });
const cacheOf = (place: string) => new ResultsCache(new EntryStore(join(place, 'results')), 'this code');

/**
 * A generated project that `run` verified once before the tests; each has a copy of it and of what was remembered.
 * @param more files besides the generated ones, by path
 */
export function verifiedBefore<T>(
  shape: Parameters<typeof writeProject>[1],
  run: (folder: string, cache: ResultsCache) => Promise<T>,
  more: Readonly<Record<string, string>> = {},
) {
  let origin: string;
  let first: T;
  beforeAll(async () => {
    origin = await makeFolder();
    await writeProject(join(origin, 'project'), shape);
    for (const [path, text] of Object.entries(more)) {
      await mkdir(dirname(join(origin, 'project', path)), { recursive: true });
      await writeFile(join(origin, 'project', path), text);
    }
    first = await run(join(origin, 'project'), cacheOf(origin));
    return () => remove(origin);
  });
  return {
    /** What `run` returned. */
    first: () => first,
    async place() {
      const copy = await makeFolder();
      onTestFinished(() => remove(copy));
      await cp(origin, copy, { recursive: true });
      const folder = join(copy, 'project');
      const edit = async (path: string, change: (text: string) => string) =>
        writeFile(join(folder, path), change(await readFile(join(folder, path), 'utf8')));
      return { folder, results: join(copy, 'results'), edit, cache: cacheOf(copy) };
    },
  };
}
