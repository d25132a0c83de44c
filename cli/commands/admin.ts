import { resolve } from 'node:path';
import { type Admin, openAdmin } from '../../cloud/admin/open-admin.ts';
import { operations } from '../../cloud/admin/operations.ts';
import type { Report } from '../../cloud/doctor/report.ts';
import { readSettings } from '../../cloud/settings.ts';
import { hasStore } from '../../cloud/store/data-folder.ts';
import type { DatabasePlace } from '../../cloud/store/open-database.ts';
import { serviceError, usageError } from '../../kernel/errors.ts';
import { printable } from '../../kernel/printable.ts';
import type { Arguments } from '../arguments.ts';
import type { CommandModule, Invocation } from '../command.ts';
import { newKeyIn } from '../new-key.ts';
import { databasePlace, wholeNumber } from '../operator-flags.ts';
import { version } from '../version.ts';

/** An entry of the output. */
type Entry = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/**
 * The database of an admin command. Without `--data`, a database is not created: the one of the server may be elsewhere.
 * @throws {ServiceError} NO_DATABASE
 */
function existingPlace(args: Arguments): DatabasePlace {
  const place = databasePlace(args, process.env);
  if ('folder' in place && args.value('--data') === undefined && !hasStore(place.folder))
    throw serviceError('NO_DATABASE', { folder: place.folder });
  return place;
}

/** Creates a command from an operation on the database. */
function command(work: (admin: Admin, args: Arguments) => Promise<Entry | readonly Entry[]>): CommandModule {
  return {
    async run({ args, terminal }: Invocation) {
      const admin = await openAdmin(existingPlace(args));
      try {
        const done = await work(admin, args);
        if (args.flag('--json')) terminal.out(JSON.stringify(done, null, 2));
        else for (const line of [done].flat().map(asLine)) terminal.out(line);
        return 0;
      } finally {
        await admin.close();
      }
    },
  };
}

export const createAccount = command((admin, args) =>
  admin.call(operations.createAccount, {
    name: required(args, '--name'),
    credits: wholeNumber(args, '--credits', { minimum: 0 }) ?? 0,
    concurrency: wholeNumber(args, '--concurrency', { minimum: 1 }) ?? readSettings(process.env).concurrency,
  }),
);

export const listAccounts = command((admin) => admin.call(operations.listAccounts, {}));

export const createKey = command((admin, args) =>
  admin.call(operations.createKey, { accountId: required(args, '--account'), ...newKeyIn(args) }),
);

export const revokeKey = command((admin, args) =>
  admin.call(operations.revokeKey, { keyId: args.positionals[0] ?? '' }),
);

export const listKeys = command((admin, args) =>
  admin.call(operations.listKeys, { accountId: args.value('--account') }),
);

export const grantCredits = command((admin, args) => {
  const credits = wholeNumber(args, '--credits', { minimum: 1 });
  if (credits === undefined) throw missing('--credits');
  return admin.call(operations.grantCredits, { accountId: required(args, '--account'), credits });
});

export const backup: CommandModule = {
  run: (invocation) => {
    dataFolder(invocation.args, 'pg_dump');
    return command((admin, { positionals }) =>
      admin.call(operations.backup, { file: resolve(positionals[0] ?? '') }),
    ).run(invocation);
  },
};

/** `service admin restore`: creates a data folder from a backup. */
export const restore: CommandModule = {
  async run({ args, terminal }) {
    const { restoreBackup } = await import('../../cloud/backup/restore-backup.ts');
    const done = await restoreBackup(resolve(args.positionals[0] ?? ''), dataFolder(args, 'pg_restore'));
    terminal.out(args.flag('--json') ? JSON.stringify(done, null, 2) : asLine(done));
    return 0;
  },
};

/** @throws {ServiceError} INVALID_USAGE for a PostgreSQL server */
function dataFolder(args: Arguments, tool: string): string {
  const place = databasePlace(args, process.env);
  if ('folder' in place) return place.folder;
  throw usageError(`This command is for the embedded database; for PostgreSQL, use ${tool}`);
}

/** `service admin doctor`: diagnoses the parts of the cloud; 0 if none failed. */
export const doctor: CommandModule = {
  async run({ args, terminal }) {
    const { runDoctor } = await import('../../cloud/doctor/doctor.ts');
    const place = databasePlace(args, process.env);
    const reports = await runDoctor(place, { settings: readSettings(process.env), version: version() });
    if (args.flag('--json')) terminal.out(JSON.stringify(reports, null, 2));
    else for (const line of reports.flatMap(reportLines)) terminal.out(line);
    return reports.some(({ state }) => state === 'failed') ? 1 : 0;
  },
};

function reportLines({ part, state, saw, next }: Report): string[] {
  const first = `${state.padEnd('warning'.length)}  ${part}: ${printable(saw)}`;
  return next === undefined ? [first] : [first, `${' '.repeat('warning'.length)}  ${printable(next)}`];
}

function asLine(entry: Entry): string {
  return Object.entries(entry)
    .map(([field, value]) => `${field}: ${printable(String(value))}`)
    .join('  ');
}

function required(args: Arguments, flag: string): string {
  const value = args.value(flag);
  if (value === undefined) throw missing(flag);
  return value;
}

function missing(flag: string) {
  return usageError(`Missing ${flag}`);
}
