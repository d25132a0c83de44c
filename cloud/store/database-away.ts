/** Conditions of PostgreSQL under which the same statement may succeed later, by the first characters of SQLSTATE. */
const passing = ['08', '25P03', '53', '57P', '40', '55P03'];

const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

/** What pg says, without a code, of connections that are lost or can't be had. */
const connectionWords =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|client has encountered a connection error|connection error and is not queryable/i;

/** Whether an error means that the database can't be reached, or can't do it now: worth trying again. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string') {
    const { code } = error;
    if (systemCodes.has(code) || passing.some((prefix) => code.startsWith(prefix))) return true;
  }
  return connectionWords.test(error.message);
}

/** Whether an error means that no connection of the pool was free, or could be made, in time. */
export function isPoolExhausted(error: unknown): boolean {
  return error instanceof Error && /timeout exceeded when trying to connect/i.test(error.message);
}
