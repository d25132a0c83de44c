import { existsSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf, ServiceError } from '../../kernel/errors.ts';
import { findEndpoint, remoteAdmin } from '../admin/open-admin.ts';
import { operations } from '../admin/operations.ts';
import { openEmbeddedDatabase } from '../store/embedded-database.ts';
import { folderLock } from '../store/folder-lock.ts';
import { type DatabaseFacts, readDatabaseFacts } from './database-facts.ts';
import { databaseParts, databaseReports } from './database-reports.ts';
import { failed, notChecked, ok, type Report } from './report.ts';
import type { Probe } from './run-probes.ts';

/** Milliseconds to wait for each response of the process that uses the folder. */
const responseTimeout = 5_000;
const parts = databaseParts('embedded');

/** Checks the embedded database in a folder: through the process that uses it, or by opening it. */
export function embeddedProbe(folder: string): Probe {
  return {
    parts: ['data folder', ...parts],
    async run(signal): Promise<Report[]> {
      if (!existsSync(join(folder, 'database'))) {
        return [{ part: 'data folder', ...ok(`${folder} has no database yet; \`service serve\` creates it`) }];
      }
      const part = 'data folder';
      const fault = await whyNotWritable(folder);
      if (fault !== undefined) {
        const next = 'Run as the user that owns the folder, and check that the disk is not full or read-only.';
        return [{ part, ...failed(`${folder} is not writable: ${fault}`, next) }, ...uncheckedDatabase()];
      }
      try {
        const facts = await askDatabase(folder, signal);
        const use = facts.process === process.pid ? 'not in use' : `in use by process ${facts.process}`;
        const folderReport = { part, ...ok(`${folder} is writable and ${use}`) };
        return [folderReport, ...databaseReports(facts, { kind: 'embedded', needs: 0 })];
      } catch (error) {
        const reason = await whyNoAnswer(folder, error);
        const report = {
          part,
          ...failed(reason, 'Try again if that process has just started; otherwise restart it.'),
        };
        return [report, ...uncheckedDatabase()];
      }
    },
  };
}

async function askDatabase(folder: string, signal: AbortSignal): Promise<DatabaseFacts> {
  const inTime = () => AbortSignal.any([signal, AbortSignal.timeout(responseTimeout)]);
  const endpoint = await findEndpoint(folder, inTime());
  if (endpoint) return remoteAdmin(endpoint, inTime()).call(operations.examine, {});
  const database = await openEmbeddedDatabase(folder);
  try {
    return await readDatabaseFacts(database.kysely);
  } finally {
    await database.close();
  }
}

async function whyNoAnswer(folder: string, error: unknown): Promise<string> {
  if (!(error instanceof ServiceError) || error.code !== 'DATA_FOLDER_IN_USE') return reasonOf(error);
  const holder = await lockHolder(folderLock(folder));
  return `${folder} is in use by ${holder === undefined ? 'a process' : `process ${holder}`}, which does not respond`;
}

function uncheckedDatabase(): Report[] {
  return [{ part: parts.join(', '), ...notChecked('the data folder cannot be used', 'See "data folder".') }];
}

/** Writes a file: modes do not show a full disk or a read-only file system. */
async function whyNotWritable(folder: string): Promise<string | undefined> {
  const file = join(folder, `doctor.${process.pid}`);
  try {
    await writeFile(file, 'doctor');
    return undefined;
  } catch (error) {
    return reasonOf(error);
  } finally {
    await rm(file, { force: true }).catch(() => {});
  }
}

/**
 * The id of the process that holds a lock on a file; undefined when no process does, or outside Linux.
 * https://man7.org/linux/man-pages/man5/proc_locks.5.html
 */
async function lockHolder(path: string): Promise<number | undefined> {
  try {
    const [{ ino }, locks] = await Promise.all([stat(path), readFile('/proc/locks', 'utf8')]);
    const line = locks.split('\n').find((text) => text.includes(` WRITE `) && text.includes(`:${ino} `));
    const id = Number(line?.trim().split(/\s+/)[4]);
    return id > 0 ? id : undefined;
  } catch {
    return undefined;
  }
}
