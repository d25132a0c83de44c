import { resolve } from 'node:path';
import type { DatabasePlace } from '../cloud/store/open-database.ts';
import { serviceError, usageError } from '../kernel/errors.ts';
import { dataFolder } from '../runner/user-folders.ts';
import type { Arguments } from './arguments.ts';

/**
 * Returns the database of an operator command: `--database-url`, else DATABASE_URL unless `--data` is given, else the embedded
 * database in the data folder.
 * @throws {ServiceError} INVALID_USAGE
 */
export function databasePlace(args: Arguments, env: NodeJS.ProcessEnv): DatabasePlace {
  const folder = args.value('--data');
  if (folder !== undefined) {
    if (args.value('--database-url') !== undefined) throw usageError('Use either --data or --database-url, not both');
    return { folder: resolve(folder) };
  }
  const url = databaseUrl(args, env);
  return url === undefined ? { folder: defaultFolder(env) } : { url };
}

/**
 * Returns the PostgreSQL URL from `--database-url` or DATABASE_URL.
 * @throws {ServiceError} INVALID_USAGE
 */
export function databaseUrl(args: Arguments, env: NodeJS.ProcessEnv): string | undefined {
  const text = args.value('--database-url') ?? (env['DATABASE_URL'] || undefined);
  if (text === undefined) return undefined;
  // The message does not contain the URL, because it may contain a password.
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) {
    throw usageError('The database URL must start with postgres:// or postgresql://');
  }
  return text;
}

/** @throws {ServiceError} INVALID_USAGE */
export function wholeNumber(
  args: Arguments,
  flag: string,
  { minimum, maximum = Number.MAX_SAFE_INTEGER }: { minimum: number; maximum?: number },
): number | undefined {
  const text = args.value(flag);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < minimum || value > maximum) {
    const upper = maximum === Number.MAX_SAFE_INTEGER ? ' or greater' : ` to ${maximum}`;
    throw usageError(`Invalid ${flag} "${text}": must be an integer, ${minimum}${upper}`);
  }
  return value;
}

/** @throws {ServiceError} INVALID_USAGE */
export function isolationFlag(args: Arguments): 'permission' | undefined {
  const text = args.value('--isolation');
  if (text === undefined || text === 'permission') return text;
  throw usageError(`Invalid --isolation "${text}": the only value is "permission"`);
}

function defaultFolder(env: NodeJS.ProcessEnv): string {
  const folder = dataFolder(env);
  if (folder !== undefined) return folder;
  throw serviceError('NO_HOME_FOLDER', { what: 'the data', instead: 'pass a folder with --data' });
}
