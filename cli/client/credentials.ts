import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Static } from 'typebox';
import { reasonOf, serviceError } from '../../kernel/errors.ts';
import * as guards from './guards.ts';
import type * as schemas from './schemas.ts';

export type Credentials = Static<typeof schemas.Credentials>;

/** Bytes; far above any real one. */
const sizeLimit = 1024 * 1024;

/** CONTRACT 2: `$XDG_CONFIG_HOME/service/credentials.json`, else below `~/.config`. */
export function credentialsPath(env: NodeJS.ProcessEnv): string {
  return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'service', 'credentials.json');
}

/**
 * The stored keys; an absent file holds none.
 * @param warn told when others may read the file
 * @throws {ServiceError} UNREADABLE_PATH, INVALID_CONFIG
 */
export async function readCredentials(path: string, warn: (message: string) => void): Promise<Credentials> {
  const text = await readSmallFile(path, warn);
  if (text === undefined) return { keys: {} };
  const invalid = (reason: string) => serviceError('INVALID_CONFIG', { file: path, reason });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not the parser's own words: they may quote the file, and with it a key.
    throw invalid('it is not JSON; remove it and run `service auth login`');
  }
  if (!guards.credentials.is(value)) throw invalid('it is no credentials file; remove it and run `service auth login`');
  return value;
}

/**
 * Replaces the file in one step: whoever reads it sees the old keys or the new ones. Nobody else may read it, or list
 * its folder.
 * @throws {ServiceError} UNWRITABLE_PATH
 */
export async function writeCredentials(path: string, credentials: Credentials): Promise<void> {
  const folder = dirname(path);
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(credentials, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw serviceError('UNWRITABLE_PATH', { path, reason: reasonOf(error) }, { cause: error });
  }
}

async function readSmallFile(path: string, warn: (message: string) => void): Promise<string | undefined> {
  try {
    const { size, mode } = await stat(path);
    if (size > sizeLimit) throw new Error(`it is larger than ${sizeLimit} bytes`);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      warn(`${path} holds API keys and is open to other users of this machine: run chmod 600 on it`);
    }
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined;
    throw serviceError('UNREADABLE_PATH', { path, reason: reasonOf(error) }, { cause: error });
  }
}
