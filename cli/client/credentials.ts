import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { chmod, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Static } from 'typebox';
import { serviceError } from '../../kernel/errors.ts';
import { makeFolder } from '../../runner/make-folder.ts';
import { isMissing, unreadable, unwritable } from '../../runner/source/readable-file.ts';
import { readRegularFile } from '../../runner/source/regular-file.ts';
import { configFolder } from '../../runner/user-folders.ts';
import * as guards from './guards.ts';
import type * as schemas from './schemas.ts';

export type Credentials = Static<typeof schemas.Credentials>;

/** Bytes; far above any real one. */
const sizeLimit = 1024 * 1024;

/** CONTRACT 2: `$XDG_CONFIG_HOME/service/credentials.json`, else below `~/.config`; undefined without a home. */
export function credentialsPath(env: NodeJS.ProcessEnv): string | undefined {
  const folder = configFolder(env);
  return folder && join(folder, 'credentials.json');
}

/**
 * The stored keys; an absent file holds none.
 * @param warn told when others may read the file
 * @throws {ServiceError} UNREADABLE_PATH, INVALID_CONFIG
 */
export async function readCredentials(path: string | undefined, warn: (message: string) => void): Promise<Credentials> {
  const text = path === undefined ? undefined : readSmallFile(path, warn);
  if (text === undefined) return { keys: {} };
  const invalid = (reason: string) => serviceError('INVALID_CONFIG', { file: path ?? '', reason });
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
    makeFolder(folder, 0o700);
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
    throw unwritable(path, error);
  }
}

function readSmallFile(path: string, warn: (message: string) => void): string | undefined {
  try {
    const bytes = readRegularFile(path, sizeLimit);
    if (!bytes) throw new Error(`it is larger than ${sizeLimit} bytes`);
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
      warn(`${path} holds API keys and is open to other users of this machine: run chmod 600 on it`);
    }
    return bytes.toString('utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw unreadable(path, error);
  }
}
