import { codeOf, ServiceError, serviceError } from '../../kernel/errors.ts';
import type { SandboxOutcome } from '../../kernel/sandbox.ts';
import { OverlayError } from './compose-project.ts';

/**
 * The outcome of a sandboxed process that could not be started: an error of ours, except for an overlay that conflicts with
 * the project.
 * @throws {ServiceError} RUNNER_ERROR
 */
export function outcomeOfStartFailure(error: unknown): SandboxOutcome {
  if (error instanceof OverlayError) return { kind: 'ended', reason: error.message, output: '' };
  if (error instanceof ServiceError) throw error;
  throw serviceError(
    'RUNNER_ERROR',
    { reason: `A sandbox could not be created (${codeOf(error) ?? 'unknown error'})` },
    { cause: error },
  );
}
