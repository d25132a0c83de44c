import { chmod, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SandboxJob } from '../../../kernel/sandbox.ts';
import { BubblewrapSandbox } from '../../../runner/sandbox/bubblewrap.ts';
import { makeChildrenFolder } from '../../../runner/sandbox/children-folder.ts';
import { CompileCache, openCompileCache } from '../../../runner/sandbox/compile-cache.ts';
import { findSystemParts } from '../../../runner/sandbox/system-parts.ts';
import type { TemporaryFolder } from '../../../runner/temporary-folder.ts';
import { isolations } from './isolations.ts';

const program = new URL('./compiled-program.ts', import.meta.url);

function job(warmUp: { input: unknown } | undefined): SandboxJob {
  const common = { program, input: 'a project', profile: 'untrusted', timeout: 20 } as const;
  return { ...common, ...(warmUp && { warmUp: () => warmUp }) };
}

describe.runIf(isolations.some(({ name }) => name === 'bubblewrap'))('compiled code', () => {
  let empty: TemporaryFolder;
  let place: TemporaryFolder;
  let parts: Awaited<ReturnType<typeof findSystemParts>>;
  beforeAll(async () => {
    [empty, place, parts] = await Promise.all([makeChildrenFolder(), makeChildrenFolder(), findSystemParts()]);
  });
  afterAll(() => Promise.all([empty.remove(), place.remove()]));

  const cacheIn = (name: string) => new CompileCache(join(place.path, name));
  const run = async (cache: CompileCache, wanted: SandboxJob) => {
    const outcome = await new BubblewrapSandbox(parts, empty.path, cache).run(wanted);
    return outcome.kind === 'done' ? outcome.result : outcome;
  };
  const fill = (cache: CompileCache) =>
    cache.fill(async (wanted, folder) => {
      const { kind } = await new BubblewrapSandbox(parts, empty.path).warmUp(wanted, folder);
      return kind === 'done';
    });

  it('is made by a warm-up, and later children begin with it and can not change it', async () => {
    const cache = cacheIn('made');
    const wanted = job({ input: 'an example' });
    expect(await run(cache, wanted)).toEqual({ input: 'a project', entries: 0 });
    await fill(cache);
    expect(await run(cache, wanted)).toEqual({ input: 'a project', entries: expect.any(Number), write: 'EROFS' });
    const [folder = ''] = await readdir(join(place.path, 'made'));
    expect(folder).toBe('compiled-program');
    expect((await readdir(join(place.path, 'made'), { recursive: true })).length).toBeGreaterThan(2);
  });

  it('does not contain programs that ran over a project, nor failed warm-ups', async () => {
    const cache = cacheIn('none');
    await run(cache, job(undefined));
    await run(cache, job({ input: 'throw' }));
    await fill(cache);
    await expect(readdir(join(place.path, 'none'))).resolves.toEqual([]);
  });

  it('that has gone does not keep a child from running', async () => {
    const cache = cacheIn('gone');
    const wanted = job({ input: 'an example' });
    vi.spyOn(cache, 'folderFor').mockReturnValue(join(place.path, 'nowhere'));
    expect(await run(cache, wanted)).toEqual({ input: 'a project', entries: 0 });
  });

  it('is not taken from a folder that others may write to', async () => {
    const open = await makeChildrenFolder();
    try {
      const environment = { XDG_CACHE_HOME: open.path };
      const usual = await openCompileCache(environment);
      const [name = ''] = await readdir(join(open.path, 'service/programs'));
      await chmod(join(open.path, 'service/programs', name), 0o777);
      const after = await openCompileCache(environment);
      expect(usual?.folder).toBe(join(open.path, 'service/programs', name));
      expect(after?.folder).not.toBe(usual?.folder);
    } finally {
      await open.remove();
    }
  });
});
