import { ServiceError, serviceError } from '../../kernel/errors.ts';
import type { SandboxOutcome } from '../../kernel/sandbox.ts';
import { OverlayError } from './compose-project.ts';

/**
 * What becomes of a child that could not be started: nothing of a project had a part in that, unless what is laid over it
 * does not fit.
 * @throws {ServiceError} RUNNER_ERROR
 */
export function withoutChild(error: unknown): SandboxOutcome {
  if (error instanceof OverlayError) return { kind: 'ended', reason: error.message, output: '' };
  if (error instanceof ServiceError) throw error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'for an unknown reason';
  throw serviceError('RUNNER_ERROR', { reason: `A sandbox could not be made (${code})` }, { cause: error });
}
