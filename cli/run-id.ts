import { usageError } from '../kernel/errors.ts';

/**
 * Validates a run ID.
 * @throws {ServiceError} INVALID_USAGE
 */
export function parseRunId(text: string | undefined): string {
  if (text?.startsWith('local-')) throw usageError(`"${text}" is a local run; local runs are not stored`);
  if (text === undefined || !/^[A-Za-z0-9_-]{1,128}$/.test(text)) throw usageError(`Invalid run ID "${text ?? ''}"`);
  return text;
}
