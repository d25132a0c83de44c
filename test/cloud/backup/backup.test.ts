import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { create, extract } from 'tar';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { restoreBackup } from '../../../cloud/backup/restore-backup.ts';
import { writeBackup } from '../../../cloud/backup/write-backup.ts';
import { createAccount, listAccounts } from '../../../cloud/store/accounts.ts';
import { openDatabase } from '../../../cloud/store/open-database.ts';
import { serviceHere, temporaryFolder } from '../../cli/service-process.ts';
import { makeFolder } from '../folder.ts';
import { emptyDataFolder } from '../store/embedded-template.ts';

const open = (folder: string) => openDatabase({ folder }, { pool: 1, onError: () => {} });

describe('a backup', () => {
  let file: string;
  let whole: Buffer;
  /** What is in it, and other things. */
  let unpacked: string;
  beforeAll(async () => {
    const place = await makeFolder();
    await emptyDataFolder(join(place.path, 'data'));
    const database = await open(join(place.path, 'data'));
    await createAccount(database.kysely, { name: 'kept', credits: 3, concurrency: 1 });
    file = join(place.path, 'backup.tar.gz');
    await writeBackup(database, file);
    await expect(writeBackup(database, file)).rejects.toMatchObject({
      code: 'UNWRITABLE_PATH',
      message: expect.stringContaining('the file already exists'),
    });
    await expect(writeBackup(database, join(place.path, 'none', 'x'))).rejects.toMatchObject({
      code: 'UNWRITABLE_PATH',
    });
    await database.close();
    whole = await readFile(file);
    unpacked = join(place.path, 'unpacked');
    await mkdir(join(unpacked, 'other'), { recursive: true });
    extract({ file, cwd: unpacked, maxDecompressionRatio: Number.POSITIVE_INFINITY, sync: true });
    await symlink('/etc', join(unpacked, 'link'));
    return place.remove;
  });

  /** Restores into a new place; tells what is there afterwards. */
  async function restore(bytes: Uint8Array) {
    const place = await temporaryFolder();
    const from = join(place, 'backup');
    await writeFile(from, bytes);
    const outcome = await restoreBackup(from, join(place, 'data')).catch((error: unknown) => error);
    return { outcome, data: join(place, 'data'), left: (await readdir(place)).filter((name) => name !== 'backup') };
  }

  it('is what the database was', async () => {
    const { outcome, data, left } = await restore(whole);
    expect(outcome).toMatchObject({ folder: data, accounts: 1, runs: 0 });
    expect(left).toEqual(['data']);
    const database = await open(data);
    onTestFinished(() => database.close());
    expect(await listAccounts(database.kysely)).toMatchObject([{ name: 'kept', credits: { balance: 3 } }]);
  });

  it.each([
    ['without its last byte', (bytes: Buffer) => bytes.subarray(0, -1)],
    [
      'with bytes that have changed',
      (bytes: Buffer) => Buffer.from(bytes).fill('!', bytes.length - 5000, bytes.length - 4990),
    ],
    ['something else', () => randomBytes(50_000)],
  ])('that is %s is refused, and nothing is restored', async (_, broken) => {
    const { outcome, left } = await restore(broken(whole));
    expect(outcome).toMatchObject({ code: 'BACKUP_INVALID', next: expect.stringContaining('Nothing was restored') });
    expect(left).toEqual([]);
  });

  it.each([
    ['another archive', ['other'], 'it is not a backup'],
    ['one with more in it', ['backup.json', 'other'], 'an unexpected entry'],
    ['one with a link in it', ['backup.json', 'link'], 'an unexpected entry'],
    ['one that lacks a file', ['backup.json', 'database/PG_VERSION'], 'the archive is incomplete'],
  ])('made by others is refused: %s', async (_, entries, reason) => {
    const made = join(await temporaryFolder(), 'made.tar.gz');
    create({ file: made, cwd: unpacked, gzip: { level: 1 }, portable: true, sync: true }, entries);
    const { outcome, left } = await restore(await readFile(made));
    expect(outcome).toMatchObject({ code: 'BACKUP_INVALID', message: expect.stringContaining(reason) });
    expect(left).toEqual([]);
  });

  it('rejects an existing target, and a server', async () => {
    const data = await temporaryFolder();
    await writeFile(join(data, 'mine'), 'mine');
    const full = await serviceHere(['admin', 'restore', file, '--data', data, '--json']);
    expect(full.exitCode).toBe(2);
    expect(JSON.parse(full.stdout).error.code).toBe('FOLDER_NOT_EMPTY');
    expect(await readdir(data)).toEqual(['mine']);
    for (const name of ['backup', 'restore']) {
      const server = await serviceHere(['admin', name, file], { env: { DATABASE_URL: 'postgres://127.0.0.1:1/x' } });
      expect(server).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('pg_') });
    }
  });
});
