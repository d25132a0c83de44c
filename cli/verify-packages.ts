import { setTimeout as delay } from 'node:timers/promises';
import { digestOf } from '../kernel/digest.ts';
import { serviceError, usageError } from '../kernel/errors.ts';
import { printable } from '../kernel/printable.ts';
import { jsonText } from '../kernel/report/report.ts';
import { connectFromFlags } from './access-flags.ts';
import type { Arguments } from './arguments.ts';
import { type BatchState, isFinal } from './client/api-types.ts';
import type { Cloud } from './client/cloud.ts';
import { retryBriefly } from './client/retry.ts';
import type { Invocation } from './command.ts';
import { kernelsWith } from './kernels.ts';
import { knownType } from './known-type.ts';
import { refFlag } from './line-flag.ts';
import { readPackageList } from './package-list.ts';
import type { PackageReportTarget } from './package-reports.ts';
import { aligned } from './render/aligned.ts';
import { parseReports, type ReportTarget, usesStandardOutput } from './report.ts';
import { rejectOverwriting } from './report-paths.ts';
import { resolveTimeout } from './timeout.ts';

/** Flags of `service verify` that are about one run or one project. */
const otherFlags = [
  '--local',
  '--watch',
  '--against-published',
  '--fix',
  '--dry-run',
  '--no-wait',
  '--operations',
  '--plugin',
  '--max-warnings',
] as const;

/** Seconds for which a request waits for a run, and between two when runs of others use the limit. */
const runWait = 20;
const limitWait = 5;

/**
 * `service verify --packages <file>`: verifies many published packages in the cloud, as many at a time as the account may.
 * The same list continues where an interrupted command stopped.
 * @returns the exit code: 0 if all packages passed
 */
export async function verifyPackages({ args, terminal, interruption }: Invocation, file: string): Promise<number> {
  const body = await readBatch(args, file);
  const reports = packageReports(parseReports(args.values('--report'), { jsonOnStdout: args.flag('--json') }));
  rejectOverwriting(reports);
  const key = batchName(args) ?? digestOf(JSON.stringify(body)).slice(0, 16);
  const cloud = await connectFromFlags(args, terminal, interruption.signal);
  terminal.err(`Batch ${printable(key)}: ${body.packageRefs.length} packages`);
  const { signal } = interruption;
  const { packages } = await finishBatch(cloud, { body, key, signal }, (line) => terminal.err(line));
  const passed = packages.filter(({ status }) => status === 'success').length;
  const failed = packages.filter(({ status }) => status === 'failed').length;
  const without = packages.length - passed - failed;
  if (args.flag('--json'))
    terminal.document(jsonText({ batch: key, passed, failed, withoutVerdict: without, packages }));
  else {
    const print = (line: string) => (reports.some(usesStandardOutput) ? terminal.err(line) : terminal.out(line));
    const cells = packages.map(({ packageRef, runId = '', status, code = '' }) => [status ?? code, packageRef, runId]);
    for (const line of aligned(cells.map((row) => row.map((cell) => printable(cell))))) print(line);
    print(`${passed} passed, ${failed} failed, ${without} without a verdict`);
  }
  if (reports.length > 0) {
    const { writePackageReports } = await import('./package-reports.ts');
    const totals = { batch: key, passed, failed, withoutVerdict: without };
    await writePackageReports(reports, { totals, packages, projectType: body.projectType, cloud, signal }, terminal);
  }
  return passed === packages.length ? 0 : 1;
}

/** @throws {ServiceError} INVALID_USAGE for a format that is about one run */
function packageReports(targets: readonly ReportTarget[]): PackageReportTarget[] {
  return targets.map(({ format, ...target }) => {
    if (format === 'json' || format === 'md' || format === 'html') return { format, ...target };
    throw usageError(`--report ${format} is about one run; with --packages, use json, md or html`);
  });
}

/** @throws {ServiceError} INVALID_USAGE for what is no Idempotency-Key */
function batchName(args: Arguments): string | undefined {
  const name = args.value('--batch');
  if (name === undefined || /^[\x21-\x7e]{1,255}$/.test(name)) return name;
  throw usageError('Invalid --batch: must have 1 to 255 visible ASCII characters without spaces');
}

async function readBatch(args: Arguments, file: string) {
  const [first] = args.positionals;
  const other = first ?? otherFlags.find((flag) => args.values(flag).length > 0);
  if (other !== undefined) throw usageError(`--packages cannot be used with ${other}`);
  const type = args.value('--type');
  const packageRefs = readPackageList(file);
  if (type === undefined) throw serviceError('TYPE_REQUIRED', {});
  const { types } = await kernelsWith([]);
  const ref = refFlag(args);
  const [ruleset, timeout] = ['--ruleset', '--timeout'].map((flag) => args.value(flag));
  return {
    projectType: knownType(type, types),
    packageRefs,
    ...(ref !== undefined && { ref }),
    ...(ruleset !== undefined && { ruleset }),
    ...(timeout !== undefined && { timeout: resolveTimeout(timeout) }),
  };
}

/** Sends the batch again and again until every package has a finished run, or there are no credits for the rest. */
async function finishBatch(
  cloud: Cloud,
  { body, key, signal }: { body: object; key: string; signal: AbortSignal },
  onProgress: (line: string) => void,
): Promise<BatchState> {
  for (let last = ''; ; ) {
    const state = await retryBriefly(() => cloud.batch(body, key, signal), signal);
    const open = state.packages.filter((entry) => entry.runId !== undefined && !isFinal(entry));
    const done = state.packages.length - open.length - state.waiting;
    const line = `${done} of ${state.packages.length} finished, ${open.length} active, ${state.waiting} waiting`;
    if (line !== last) onProgress(line);
    last = line;
    const runId = open[0]?.runId;
    if (runId !== undefined) await retryBriefly(() => cloud.run(runId, { wait: runWait, signal }), signal);
    else if (state.packages.every(({ code }) => code === undefined || code === 'INSUFFICIENT_CREDITS')) return state;
    else await delay(limitWait * 1000, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}
