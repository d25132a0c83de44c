import { serviceError } from '../kernel/errors.ts';
import { configPath, type LoadedConfig } from './project-config.ts';

/** Seconds (SPEC 8). */
const defaultTimeout = 300;

/**
 * The limit of a run in seconds: the flag, else the configuration, else the default.
 * @throws {ServiceError} INVALID_TIMEOUT if it is not a positive, finite number
 */
export function resolveTimeout(flag: string | undefined, config?: LoadedConfig): number {
  if (flag !== undefined) return positive(decimal(flag), flag, '--timeout');
  const configured = config?.values.timeout;
  if (configured === undefined) return defaultTimeout;
  return positive(configured, String(configured), `timeout in ${config?.locate('timeout') ?? configPath}`);
}

/** Number() also accepts `0x10`, blanks and an empty text. */
function decimal(text: string): number {
  return /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
}

function positive(seconds: number, value: string, source: string): number {
  if (Number.isFinite(seconds) && seconds > 0) return seconds;
  throw serviceError('INVALID_TIMEOUT', { source, value });
}
