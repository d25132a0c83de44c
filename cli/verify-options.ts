import { usageError } from '../kernel/errors.ts';
import { currentN8n } from '../plugins/n8n-node/n8n/shipped-kits.ts';
import type { Arguments } from './arguments.ts';
import { parseReports, type ReportTarget } from './report.ts';

/** Flags of `service verify` that do not depend on the project. */
export interface VerifyOptions {
  json: boolean;
  local: boolean;
  logs: boolean;
  wait: boolean;
  /** Whether to fix findings first, or to print the changes. */
  fix: boolean | 'dry-run';
  /** Whether to fix files that are not committed. */
  force: boolean;
  /** Whether to verify again when files change. */
  watch: boolean;
  /** Whether `--local` uses cached results. */
  cache: boolean;
  /** Whether `--local` does not use the network. */
  offline: boolean;
  /** Whether to compare the project with its published version. */
  againstPublished: boolean;
  dryRun: boolean;
  /** Releases of n8n to verify with. */
  n8n: readonly string[] | undefined;
  /** Whether to print the table of operations. */
  operations: boolean;
  reports: ReportTarget[];
  /** Whether to write the findings as the baseline of the project. */
  baseline: boolean;
  /** File with another baseline: written with `baseline`, else read besides that of the project. */
  baselineFile: string | undefined;
  /** Whether to write the simulated answers as the responses of the project. */
  recordResponses: boolean;
  maxWarnings: number | undefined;
  /** Whether a run without a verdict has another exit code than a failed one. */
  exitNotJudged: boolean;
}

/**
 * Reads and validates the flags.
 * @throws {ServiceError} INVALID_USAGE
 */
export function readVerifyOptions(args: Arguments): VerifyOptions {
  const json = args.flag('--json');
  const local = args.flag('--local');
  const wait = !args.flag('--no-wait');
  if (local && !wait) throw usageError('--no-wait cannot be used with --local');
  const watch = args.flag('--watch');
  if (watch && (!local || json || args.positionals.length > 0))
    throw usageError('--watch requires --local and a project on this machine, and cannot be used with --json');
  const fix = args.flag('--fix') && (args.value('--fix') === 'dry-run' ? 'dry-run' : true);
  if (fix && (!local || watch || args.positionals.length > 0))
    throw usageError('--fix requires --local and a project on this machine, and cannot be used with --watch');
  const recordResponses = args.flag('--record-responses');
  if (recordResponses && (!wait || watch || args.positionals.length > 0))
    throw usageError(
      '--record-responses requires a project on this machine, and cannot be used with --watch or --no-wait',
    );
  if (args.flag('--force') && !fix && !recordResponses)
    throw usageError('--force requires --fix or --record-responses');
  const offline = args.flag('--offline');
  if (offline && !local) throw usageError('--offline requires --local');
  const n8n = releasesIn(args);
  if (n8n && !local) throw usageError('--n8n and --since require --local');
  const baseline = args.flag('--baseline');
  if (baseline && (!local || args.positionals.length > 0))
    throw usageError('--baseline requires --local and a project on this machine');
  const baselineFile = args.value('--baseline-file');
  if (baselineFile !== undefined && (!local || args.positionals.length > 0))
    throw usageError('--baseline-file requires --local and a project on this machine');
  const againstPublished = args.flag('--against-published');
  if (againstPublished && (watch || args.positionals.length > 0))
    throw usageError('--against-published requires a project on this machine, and cannot be used with --watch');
  const reports = parseReports(args.values('--report'), { jsonOnStdout: json });
  const limit = args.value('--max-warnings');
  if (limit !== undefined && !/^\d{1,9}$/.test(limit)) {
    throw usageError(`Invalid --max-warnings "${limit}": must be an integer, 0 or greater`);
  }
  if (!wait && (reports.length > 0 || limit !== undefined)) {
    const flag = limit === undefined ? '--report' : '--max-warnings';
    throw usageError(`${flag} cannot be used with --no-wait`);
  }
  return {
    json,
    local,
    logs: !args.flag('--no-logs'),
    wait,
    fix,
    force: args.flag('--force'),
    watch,
    cache: !args.flag('--no-cache'),
    offline,
    operations: args.flag('--operations'),
    againstPublished,
    dryRun: args.flag('--dry-run'),
    n8n,
    reports,
    baseline,
    baselineFile,
    recordResponses,
    exitNotJudged: args.flag('--exit-not-judged'),
    maxWarnings: limit === undefined ? undefined : Number(limit),
  };
}

/** `--n8n`, or the current release and that of `--since`. */
function releasesIn(args: Arguments): string[] | undefined {
  const [n8n, since] = [args.value('--n8n'), args.value('--since')];
  if (n8n !== undefined && since !== undefined) throw usageError('--n8n cannot be used with --since');
  if (since !== undefined) return [currentN8n, since];
  return n8n === undefined ? undefined : [n8n];
}
