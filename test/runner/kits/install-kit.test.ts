import { chmod, chown, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { installedKits, listKits, removeKits } from '../../../runner/kits/installed-kits.ts';
import { sha512, useLocalRegistry } from '../source/local-registry.ts';
import { host, toyKit } from './toy-kit.ts';

const registry = useLocalRegistry();
const isRoot = process.getuid?.() === 0;

const downloads = () => registry.requests.filter((request) => request.endsWith('.tgz')).length;

describe('a kit', () => {
  test('is installed once, without scripts, as in its lock file', async () => {
    const { kit, environment, install, left } = await toyKit(registry);
    expect(installedKits(environment).find(kit)).toBeUndefined();
    const onStart = vi.fn();
    const folder = await install({ onStart });
    expect(onStart).toHaveBeenCalledOnce();
    expect(await readdir(join(folder, 'node_modules/host'))).toEqual(['index.js', 'package.json']);
    expect(installedKits(environment).find(kit)).toBe(folder);
    expect(await left()).toHaveLength(1);
    expect(await install({ onStart, thorough: true })).toBe(folder);
    expect(onStart).toHaveBeenCalledOnce();
    expect(downloads()).toBe(1);
  });

  test('is installed by one of several concurrent processes', async () => {
    const { install, left } = await toyKit(registry);
    const folders = await Promise.all([install(), install(), install()]);
    expect(new Set(folders).size).toBe(1);
    expect(downloads()).toBe(1);
    expect(await left()).toHaveLength(1);
  });

  test('is not installed again in an image of a container, which keeps no fractions of a second', async () => {
    const { install } = await toyKit(registry);
    const file = join(await install(), 'node_modules/host/index.js');
    const seconds = Math.trunc((await stat(file)).mtimeMs / 1000);
    await utimes(file, seconds, seconds);
    await install();
    expect(downloads()).toBe(1);
  });

  test('is installed again when a file was changed, also one of the same size and time', async () => {
    const { install } = await toyKit(registry);
    const folder = await install();
    const file = join(folder, 'node_modules/host/index.js');
    await writeFile(file, 'module.exports = 22;');
    const onStart = vi.fn();
    await install({ onStart });
    expect(onStart).toHaveBeenLastCalledWith(expect.objectContaining({ reason: expect.stringContaining('index.js') }));
    const { mtime } = await stat(file);
    await writeFile(file, 'module.exports = 2;');
    await utimes(file, mtime, mtime);
    await install({ onStart });
    expect(onStart).toHaveBeenCalledTimes(1);
    await install({ onStart, thorough: true });
    expect(onStart).toHaveBeenCalledTimes(2);
    expect(await readFile(file, 'utf8')).toBe('module.exports = 1;');
    await writeFile(join(folder, 'node_modules/host/added.js'), '');
    await install({ onStart, thorough: true });
    expect(onStart).toHaveBeenCalledTimes(3);
  });

  test('is listed with its size, and removed', async () => {
    const { environment, install, left } = await toyKit(registry);
    await install();
    expect(await listKits(environment)).toMatchObject([{ name: 'toy', bytes: expect.any(Number) }]);
    expect(await removeKits('toy', environment)).toBe(1);
    expect(await left()).toEqual([]);
    expect(await removeKits('toy', environment)).toBe(0);
  });
});

describe('nothing is left of a kit', () => {
  test('whose registry closes the connection', async () => {
    const { install, left } = await toyKit(registry);
    registry.answer('/host/-/host-1.0.0.tgz', (_, response) => {
      response.writeHead(200, { 'content-length': host.length });
      response.write(host.subarray(0, 100), () => response.destroy());
    });
    await expect(install()).rejects.toMatchObject({ code: 'KIT_UNAVAILABLE' });
    expect(await left()).toEqual([]);
  });

  test('whose registry sends other content', async () => {
    const { install, left } = await toyKit(registry, sha512(Buffer.from('other')));
    await expect(install()).rejects.toMatchObject({
      code: 'KIT_UNAVAILABLE',
      message: expect.stringContaining('EINTEGRITY'),
    });
    expect(await left()).toEqual([]);
  });

  test('that may not be fetched', async () => {
    const { environment, install, left } = await toyKit(registry);
    const offline = { environment: { ...environment, SERVICE_OFFLINE: '1' } };
    await expect(install(offline)).rejects.toMatchObject({ code: 'KIT_UNAVAILABLE' });
    expect(await left()).toEqual([]);
    expect(registry.requests).toEqual([]);
  });
});

describe('a folder for kits is refused', () => {
  test('that others can write to', async () => {
    const { kit, kits, environment, install } = await toyKit(registry);
    await install();
    await chmod(kits, 0o777);
    expect(installedKits(environment).find(kit)).toBeUndefined();
    await expect(install()).rejects.toMatchObject({
      code: 'KIT_FOLDER_UNUSABLE',
      message: expect.stringContaining('other users can write to it'),
    });
  });

  test.runIf(isRoot)('that belongs to another user', async () => {
    const { kit, kits, environment, install } = await toyKit(registry);
    await install();
    await chown(kits, 61_000, 61_000);
    expect(installedKits(environment).find(kit)).toBeUndefined();
    await expect(install()).rejects.toMatchObject({ message: expect.stringContaining('it belongs to another user') });
  });

  test.each(['/proc/none/kits', '/dev/null/kits'])('in which nothing can be written: %s', async (folder) => {
    const { install } = await toyKit(registry);
    await expect(install({ environment: { SERVICE_KITS_DIR: folder } })).rejects.toMatchObject({
      code: 'KIT_FOLDER_UNUSABLE',
    });
  });

  test('that the environment does not name', async () => {
    const { install } = await toyKit(registry);
    const getuid = vi.spyOn(process, 'getuid').mockReturnValue(1000);
    onTestFinished(() => getuid.mockRestore());
    await expect(install({ environment: {} })).rejects.toMatchObject({ code: 'NO_HOME_FOLDER' });
  });
});
