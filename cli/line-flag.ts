import { usageError } from '../kernel/errors.ts';
import type { Arguments } from './arguments.ts';

/**
 * Returns a text of one line that a cloud stores.
 * @param maxLength characters
 * @throws {ServiceError} INVALID_USAGE
 */
export function lineFlag(args: Arguments, flag: string, maxLength: number): string | undefined {
  const text = args.value(flag);
  if (text === undefined) return undefined;
  if ([...text].length > maxLength) throw usageError(`Invalid ${flag}: must have at most ${maxLength} characters`);
  if (/[\u0000-\u001f\u007f]/.test(text)) throw usageError(`Invalid ${flag}: must not contain control characters`);
  return text;
}

/** `--ref` (CONTRACT 1). @throws {ServiceError} INVALID_USAGE */
export const refFlag = (args: Arguments): string | undefined => lineFlag(args, '--ref', 256);
