import { chmod, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileCacheFolder } from '../../cli/compile-cache-folder.ts';
import { temporaryFolder } from './service-process.ts';

describe('the compile cache is', () => {
  const made = async (mode?: { service?: number; compile?: number }) => {
    const cache = await temporaryFolder();
    await mkdir(join(cache, 'service/compile'), { recursive: true });
    for (const [path, bits] of [
      ['service', mode?.service],
      ['service/compile', mode?.compile],
    ] as const)
      if (bits !== undefined) await chmod(join(cache, path), bits);
    return cache;
  };

  it('a folder that is made for this user alone', async () => {
    const cache = join(await temporaryFolder(), 'not/there');
    expect(compileCacheFolder({ XDG_CACHE_HOME: cache })).toBe(join(cache, 'service/compile'));
  });

  it.each([
    ['that others may write to', { compile: 0o777 }],
    ['that the group may write to', { compile: 0o770 }],
    ['in a folder that others may write to', { service: 0o777, compile: 0o700 }],
  ])('no folder %s', async (_, mode) => {
    expect(compileCacheFolder({ XDG_CACHE_HOME: await made(mode) })).toBeUndefined();
  });

  it('no link', async () => {
    const cache = await temporaryFolder();
    await mkdir(join(cache, 'service'), { mode: 0o700 });
    await symlink(await temporaryFolder(), join(cache, 'service/compile'));
    expect(compileCacheFolder({ XDG_CACHE_HOME: cache })).toBeUndefined();
  });

  it.runIf(process.getuid?.() === 0)("nobody else's folder", async () => {
    const cache = await made({ compile: 0o700 });
    const { chown } = await import('node:fs/promises');
    await chown(join(cache, 'service/compile'), 1234, 1234);
    expect(compileCacheFolder({ XDG_CACHE_HOME: cache })).toBeUndefined();
  });

  it.each([{}, { HOME: 'relative' }, { XDG_CACHE_HOME: '/proc/no' }])('no folder at all with %j', (env) => {
    expect(compileCacheFolder(env)).toBeUndefined();
  });
});
