import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf, ServiceError } from '../../kernel/errors.ts';
import { findDoor, throughDoor } from '../admin/open-admin.ts';
import { operations } from '../admin/operations.ts';
import { openEmbeddedDatabase } from '../store/embedded-database.ts';
import { folderLock } from '../store/folder-lock.ts';
import { type DatabaseFacts, readDatabaseFacts } from './database-facts.ts';
import { databaseParts, databaseReports } from './database-reports.ts';
import type { Probe } from './examine.ts';
import { lockHolder } from './lock-holder.ts';
import { failed, ok, type Report, unchecked } from './report.ts';

/** Milliseconds that the process which holds the folder may take for each answer. */
const patience = 5_000;
const parts = databaseParts('embedded');

/** The embedded database in a folder: asked through the process that holds it, or opened when nobody does. */
export function embeddedProbe(folder: string): Probe {
  return {
    parts: ['data folder', ...parts],
    async look(signal): Promise<Report[]> {
      if (!existsSync(join(folder, 'database'))) {
        return [
          { part: 'data folder', ...ok(`${folder} holds no database yet: the first \`service serve\` makes it`) },
        ];
      }
      const part = 'data folder';
      const fault = await whyNotWritable(folder);
      if (fault !== undefined) {
        const next = 'Start as the user that owns it, and look whether its disk is full or read-only.';
        return [{ part, ...failed(`${folder} is not writable: ${fault}`, next) }, ...uncheckedDatabase()];
      }
      try {
        const facts = await askDatabase(folder, signal);
        const holder = facts.process === process.pid ? 'nobody' : `process ${facts.process}`;
        const folderReport = { part, ...ok(`${folder} is writable; ${holder} holds it`) };
        return [folderReport, ...databaseReports(facts, { kind: 'embedded', needs: 0 })];
      } catch (error) {
        const reason = await whyNoAnswer(folder, error);
        const report = {
          part,
          ...failed(reason, 'Wait if it starts just now; else end that process and start it again.'),
        };
        return [report, ...uncheckedDatabase()];
      }
    },
  };
}

async function askDatabase(folder: string, signal: AbortSignal): Promise<DatabaseFacts> {
  const inTime = () => AbortSignal.any([signal, AbortSignal.timeout(patience)]);
  const door = await findDoor(folder, inTime());
  if (door) return throughDoor(door, inTime()).call(operations.examine, {});
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
  return `${folder} is held by ${holder === undefined ? 'a process' : `process ${holder}`}, which does not let operators in`;
}

function uncheckedDatabase(): Report[] {
  return [{ part: parts.join(', '), ...unchecked('the data folder can not be used', 'See above.') }];
}

/** Only a write tells: a full disk and a read-only file system have the right modes. */
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
