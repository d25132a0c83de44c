import { codeOf } from '../../kernel/errors.ts';

/** Prefixes of SQLSTATE for errors after which the same statement may succeed later. */
const transientStates = ['08', '25P03', '53', '57P', '40', '55P03'];

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

/** Messages of pg for connection errors, which have no code. */
const connectionErrors =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|client has encountered a connection error|connection error and is not queryable/i;

/** Whether an error means that the database is unreachable or temporarily unable to run the statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (!(error instanceof Error)) return false;
  const code = codeOf(error) ?? '';
  if (networkCodes.has(code) || transientStates.some((prefix) => code.startsWith(prefix))) return true;
  return connectionErrors.test(error.message);
}

/** Whether an error means that the pool had no free connection in time. */
export function isPoolExhausted(error: unknown): boolean {
  return error instanceof Error && /timeout exceeded when trying to connect/i.test(error.message);
}
