import { serviceError } from '../kernel/errors.ts';

/**
 * A run's id as it was typed.
 * @throws {ServiceError} INVALID_USAGE for what can be none
 */
export function parseRunId(text: string | undefined): string {
  const refuse = (reason: string) => serviceError('INVALID_USAGE', { reason });
  if (text?.startsWith('local-')) throw refuse(`"${text}" is a local run; local runs are not stored`);
  if (text === undefined || !/^[A-Za-z0-9_-]{1,128}$/.test(text)) throw refuse(`Invalid run ID "${text ?? ''}"`);
  return text;
}
