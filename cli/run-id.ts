import { serviceError } from '../kernel/errors.ts';

/**
 * A run's id as it was typed.
 * @throws {ServiceError} INVALID_USAGE for what can be none
 */
export function parseRunId(text: string | undefined): string {
  const refuse = (reason: string) => serviceError('INVALID_USAGE', { reason });
  if (text?.startsWith('local-')) throw refuse(`"${text}" was a run on this machine; nothing of it is kept`);
  if (text === undefined || !/^[A-Za-z0-9_-]{1,128}$/.test(text))
    throw refuse(`"${text ?? ''}" is not the id of a run`);
  return text;
}
