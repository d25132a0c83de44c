import { type Logger, pino } from 'pino';
import type { Settings } from '../cloud/settings.ts';

/** Creates the log of servers and workers: JSON lines on standard error. */
export function operatorLog({ logLevel: level }: Settings): Logger {
  return pino({ level }, pino.destination(2));
}
