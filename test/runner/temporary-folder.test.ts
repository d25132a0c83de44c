import { once } from 'node:events';
import { chownSync, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';
import { removeStaleFolders } from '../../runner/remove-stale-folders.ts';
import { makeTemporaryFolder } from '../../runner/temporary-folder.ts';

const program = fileURLToPath(new URL('./temporary-owner.ts', import.meta.url));
const asRoot = process.getuid?.() === 0;

/** A place for temporary folders. */
async function aPlace(): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'service-place-test-'));
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  return place;
}

/** A process with two temporary folders in a place. */
async function anOwner(place: string) {
  const child = execa(process.execPath, [program], { env: { TMPDIR: place }, reject: false, buffer: false });
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await child;
  };
  onTestFinished(() => end('SIGKILL'));
  const [said] = await once(child.stdout, 'data');
  const folders: string[] = JSON.parse(String(said));
  const name = /\d+-[0-9a-f-]{36}/.exec(basename(folders[0] ?? ''))?.[0] ?? expect.fail('it has no owner');
  return { folders, name, lock: `service-${name}.lock`, end };
}

it('removes everything of a killed process, and nothing of a live one', async () => {
  const place = await aPlace();
  const [dead, alive] = [await anOwner(place), await anOwner(place)];
  await dead.end('SIGKILL');
  expect(dead.folders.map(existsSync)).toEqual([true, true]);
  expect(await removeStaleFolders([place])).toBe(2);
  const left = [...alive.folders.map((path) => basename(path)), alive.lock].sort();
  expect((await readdir(place)).sort()).toEqual(left);
  expect(await removeStaleFolders([place])).toBe(0);
  expect((await readdir(place)).sort()).toEqual(left);
});

it('leaves nothing when the process ends, and no lock when it has no folder any more', async () => {
  const place = await aPlace();
  const folder = await makeTemporaryFolder({ prefix: 'service', parent: place });
  const other = await makeTemporaryFolder({ prefix: 'service', parent: place });
  expect(await readdir(place)).toHaveLength(3);
  await Promise.all([folder.remove(), folder.remove()]);
  expect(await readdir(place)).toHaveLength(2);
  await other.remove();
  expect(await readdir(place)).toEqual([]);
  const exiting = `import { makeTemporaryFolder } from ${JSON.stringify(new URL('../../runner/temporary-folder.ts', import.meta.url).href)};
    await makeTemporaryFolder({ prefix: 'service' }); process.exit(3)`;
  const { exitCode } = await execa(process.execPath, ['--input-type=module', '-e', exiting], {
    env: { TMPDIR: place },
    reject: false,
  });
  expect(exitCode).toBe(3);
  expect(await readdir(place)).toEqual([]);
});

it('does not treat its own folders as abandoned, whatever the name of their parent is', async () => {
  const place = await aPlace();
  const folder = await makeTemporaryFolder({ prefix: 'service', parent: place });
  onTestFinished(folder.remove);
  expect(await removeStaleFolders([place, `${place}/.`])).toBe(0);
  expect(existsSync(folder.path)).toBe(true);
});

it('removes nothing that it did not make, and follows no link', async () => {
  const place = await aPlace();
  const dead = await anOwner(place);
  const outside = join(place, 'outside');
  await mkdir(outside);
  await writeFile(join(outside, 'kept'), 'kept');
  await symlink(outside, join(dead.folders[0] ?? '', 'link'));
  const strange = [
    `service-${dead.name}-mine`,
    `other-${dead.name}-00000000`,
    'service-1-00000000-0000-0000-0000-000000000000-00000000',
  ];
  for (const name of strange) await mkdir(join(place, name));
  await symlink(outside, join(place, `service-${dead.name}-0123abcd`));
  const foreign = 'service-7-0f0f0f0f-0000-4000-8000-000000000000.lock';
  await symlink(join(outside, 'kept'), join(place, foreign));
  await dead.end('SIGKILL');
  expect(await removeStaleFolders([place])).toBe(2);
  expect((await readdir(place)).sort()).toEqual(
    ['outside', ...strange, `service-${dead.name}-0123abcd`, foreign].sort(),
  );
  expect(await readFile(join(outside, 'kept'), 'utf8')).toBe('kept');
});

it.runIf(asRoot)("removes what its children's users could write to, and nothing of other users", async () => {
  const place = await aPlace();
  const dead = await anOwner(place);
  const [slot = '', stranger = ''] = dead.folders;
  chownSync(slot, 61_007, 61_007);
  chownSync(stranger, 1_234, 1_234);
  const other = await anOwner(place);
  chownSync(join(place, other.lock), 1_234, 1_234);
  await Promise.all([dead.end('SIGKILL'), other.end('SIGKILL')]);
  expect(await removeStaleFolders([place])).toBe(1);
  expect([slot, stranger, ...other.folders].map(existsSync)).toEqual([false, true, true, true]);
});
