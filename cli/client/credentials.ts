import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Static } from 'typebox';
import { serviceError } from '../../kernel/errors.ts';
import { guard } from '../../kernel/guard.ts';
import { isMissing, unreadable } from '../../runner/source/readable-file.ts';
import { readRegularFile } from '../../runner/source/regular-file.ts';
import { configFolder } from '../../runner/user-folders.ts';
import { writeOwnFile } from '../write-own-file.ts';
import * as schemas from './schemas.ts';

export type Credentials = Static<typeof schemas.Credentials>;

/** Bytes of the file. */
const maxBytes = 1024 * 1024;

/** CONTRACT 2: `$XDG_CONFIG_HOME/service/credentials.json`, else in `~/.config`; undefined without a home folder. */
export function credentialsPath(env: NodeJS.ProcessEnv): string | undefined {
  const folder = configFolder(env);
  return folder && join(folder, 'credentials.json');
}

/**
 * Reads the stored keys; none if the file does not exist.
 * @param warn called if other users can access the file
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
    // Without the message of the parser, which may contain a key.
    throw invalid('invalid JSON; remove the file and run `service auth login`');
  }
  if (!guard(schemas.Credentials).is(value))
    throw invalid('not a credentials file; remove it and run `service auth login`');
  return value;
}

/** @throws {ServiceError} UNWRITABLE_PATH */
export function writeCredentials(path: string, credentials: Credentials): Promise<void> {
  return writeOwnFile(path, `${JSON.stringify(credentials, null, 2)}\n`);
}

function readSmallFile(path: string, warn: (message: string) => void): string | undefined {
  try {
    const bytes = readRegularFile(path, maxBytes);
    if (!bytes) throw new Error(`it is larger than ${maxBytes} bytes`);
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
      warn(`Other users can access the API keys in ${path}; run \`chmod 600 ${path}\``);
    }
    return bytes.toString('utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw unreadable(path, error);
  }
}
