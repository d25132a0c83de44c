import { serviceError } from '../kernel/errors.ts';
import type { Arguments } from './arguments.ts';
import { parseReports, type ReportTarget } from './report.ts';

/** Flags of `service verify` that do not depend on the project. */
export interface VerifyOptions {
  json: boolean;
  local: boolean;
  logs: boolean;
  wait: boolean;
  /** Whether `--local` uses cached results. */
  cache: boolean;
  /** Whether `--local` does not use the network. */
  offline: boolean;
  dryRun: boolean;
  reports: ReportTarget[];
  maxWarnings: number | undefined;
}

/**
 * Reads and validates the flags.
 * @throws {ServiceError} INVALID_USAGE
 */
export function readVerifyOptions(args: Arguments): VerifyOptions {
  const json = args.flag('--json');
  const local = args.flag('--local');
  const wait = !args.flag('--no-wait');
  if (local && !wait) throw usage('--no-wait cannot be used with --local');
  const offline = args.flag('--offline');
  if (offline && !local) throw usage('--offline requires --local');
  const reports = parseReports(args.values('--report'), { jsonOnStdout: json });
  const limit = args.value('--max-warnings');
  if (limit !== undefined && !/^\d{1,9}$/.test(limit)) {
    throw usage(`Invalid --max-warnings "${limit}": must be an integer from 0 up`);
  }
  if (!wait && (reports.length > 0 || limit !== undefined)) {
    const flag = limit === undefined ? '--report' : '--max-warnings';
    throw usage(`${flag} cannot be used with --no-wait`);
  }
  return {
    json,
    local,
    logs: !args.flag('--no-logs'),
    wait,
    cache: !args.flag('--no-cache'),
    offline,
    dryRun: args.flag('--dry-run'),
    reports,
    maxWarnings: limit === undefined ? undefined : Number(limit),
  };
}

function usage(reason: string) {
  return serviceError('INVALID_USAGE', { reason });
}
