import { type Logger, pino } from 'pino';
import type { Settings } from '../cloud/settings.ts';

/** The log of a process that an operator runs: lines of JSON on standard error. */
export function operatorLog({ logLevel: level }: Settings): Logger {
  return pino({ level }, pino.destination(2));
}
