import { Problem } from './schemas.ts';

const codes = {
  400: 'INVALID_ID_TOKEN',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  402: 'INSUFFICIENT_CREDITS',
  404: 'NOT_FOUND',
  409: 'AMBIGUOUS_RUN_ID, RUN_NOT_FINISHED, IDEMPOTENCY_IN_PROGRESS',
  413: 'PAYLOAD_TOO_LARGE',
  422: 'INVALID_PAYLOAD, PLUGIN_UNAVAILABLE',
  429: 'RATE_LIMITED, CONCURRENCY_CAP_REACHED',
  500: 'RUNNER_ERROR',
  501: 'NOT_IMPLEMENTED',
  503: 'UNAVAILABLE',
} as const;

type Status = keyof typeof codes;

/** The error responses of a route that requires a key: the given ones, and those that all such routes have. */
export function problems(...statuses: Status[]) {
  return openProblems(401, 403, ...statuses);
}

/** The same for a route that requires none. */
export function openProblems(...statuses: Status[]) {
  const all: Status[] = [429, 500, 503, ...statuses];
  return Object.fromEntries(
    all.map((status) => [
      status,
      { description: codes[status], content: { 'application/problem+json': { schema: Problem } } },
    ]),
  );
}
