import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { changedKits, provideKits } from '../../cli/provide-kits.ts';
import { installedKits } from '../../runner/kits/installed-kits.ts';
import { toyKit } from '../runner/kits/toy-kit.ts';
import { useLocalRegistry } from '../runner/source/local-registry.ts';
import { launcher, ownEnvironment, service, temporaryFolder } from './service-process.ts';
import { toyProject } from './toy-project.ts';

const registry = useLocalRegistry();
afterEach(() => void vi.unstubAllEnvs());

/** A kit for this process, which is not installed yet. */
async function kitHere() {
  const toy = await toyKit(registry);
  vi.stubEnv('SERVICE_KITS_DIR', toy.kits);
  vi.stubEnv('npm_config_registry', registry.url);
  vi.stubEnv('SERVICE_OFFLINE', '');
  const lines: string[] = [];
  const progress = vi.fn();
  const provide = (offline = false) => provideKits([toy.kit], { offline, progress, log: (line) => lines.push(line) });
  return { ...toy, lines, progress, provide };
}

describe('what a run needs installed', () => {
  it('is installed first, and this is printed once', async () => {
    const { kit, kits, lines, progress, provide } = await kitHere();
    await provide(true);
    expect(installedKits().find(kit)).toBeUndefined();
    await provide();
    await provide();
    expect(installedKits().find(kit)).toContain(kits);
    expect(lines).toEqual([`Installing toy: 1 packages, into ${kits}`]);
    expect(progress).toHaveBeenLastCalledWith({ done: 1, total: 1, unit: 'packages', running: ['toy'] });
  });

  it('counts as not installed once a file of it was changed, and is installed again', async () => {
    const { kit, lines, provide } = await kitHere();
    await provide();
    expect(changedKits([kit])).toEqual([]);
    const file = join(installedKits().find(kit) ?? '', 'node_modules/host/index.js');
    await writeFile(file, 'module.exports = "changed";');
    expect(changedKits([kit])).toEqual(['toy: node_modules/host/index.js']);
    expect(installedKits().find(kit)).toBeUndefined();
    await provide();
    expect(await readFile(file, 'utf8')).toBe('module.exports = 1;');
    expect(lines).toHaveLength(2);
  });
});

it('is looked at by a run that is not from the cache alone, and then the run begins again', async () => {
  const { kit, kits, install } = await toyKit(registry);
  const file = join(await install(), 'node_modules/host/index.js');
  const cwd = await toyProject({ 'src/a.txt': '' }, { plugins: ['./plugin.mjs'] });
  const check = `{ name: 'look', title: 'Looks', rules: [], modes: ['project'], cacheVersion: '1', async *run({ kits }) { kits.find(kits.wanted[0]); } }`;
  const type = `name: 'toy', title: 'Toy', detect: () => true, include: ['src/'], checks: [${check}]`;
  const plugin = `export default {
    name: 'toys',
    projectTypes: [{ ${type}, kits: [{ name: 'toy', lock: new URL(${JSON.stringify(kit.lock.href)}) }] }],
  };`;
  await writeFile(join(cwd, 'plugin.mjs'), plugin);
  const cache = { XDG_CACHE_HOME: await temporaryFolder(), SERVICE_NO_CACHE: '' };
  const env = { ...cache, SERVICE_KITS_DIR: kits, SERVICE_OFFLINE: '', npm_config_registry: registry.url };
  const verify = (...more: string[]) => service(['verify', '--local', '--allow-plugins', ...more], { cwd, env });
  expect(await verify()).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('again') });
  await writeFile(file, 'module.exports = "changed";');
  expect(await verify()).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('again') });
  const { exitCode, stdout, stderr } = await verify('--no-cache');
  expect(stderr).toContain('Verifying again, because installed files were changed (toy: node_modules/host/index.js)');
  expect(stdout.match(/^Run ID: /gm)).toHaveLength(1);
  expect(exitCode).toBe(0);
  expect(await readFile(file, 'utf8')).toBe('module.exports = 1;');
});

/** A file system of its own takes root, or a user who may make one. */
const mayMount = await execa('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { reject: false });

describe.runIf(mayMount.exitCode === 0)('a folder for kits without room', () => {
  it.each([
    ['size=64k', 'no space left'],
    ['size=64k,ro', 'read-only file system'],
  ])('ends the command with the reason: %s', async (options, reason) => {
    const folder = await temporaryFolder();
    const script = `mount -t tmpfs -o ${options} tmpfs "$1" && SERVICE_KITS_DIR="$1/kits" "$2" "$3" n8n install; code=$?
      ls "$1/kits" 2>&1 | grep service-kit; exit $code`;
    const args = ['-m', 'sh', '-c', script, 'sh', folder, process.execPath, launcher];
    const env = { ...(await ownEnvironment(await temporaryFolder())), SERVICE_OFFLINE: '' };
    const usual = { ...env, npm_config_registry: registry.url };
    const { exitCode, stdout, stderr } = await execa('unshare', args, { env: usual, extendEnv: false, reject: false });
    expect(stderr).toContain(`${reason}`);
    expect(stderr).toContain('(KIT_FOLDER_UNUSABLE)');
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  });
});
