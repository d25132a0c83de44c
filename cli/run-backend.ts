import type { RunRequest } from './run-request.ts';
import type { RunUpdate } from './run-update.ts';

/**
 * Runs a request locally or in the cloud. Aborting the signal cancels the run; stopping to read leaves the run alone.
 * @throws {ServiceError} if the run is not created or its outcome is unknown
 */
export type RunBackend = (request: RunRequest, signal: AbortSignal) => AsyncIterable<RunUpdate>;
