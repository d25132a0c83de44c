import { setTimeout as delay } from 'node:timers/promises';
import { type Admin, openAdmin } from '../../cloud/admin/open-admin.ts';
import { operations } from '../../cloud/admin/operations.ts';
import type { RepeatedRun } from '../../cloud/admin/repeated-run.ts';
import { kitsOf } from '../../judge/n8n-releases.ts';
import { counted } from '../../kernel/counted.ts';
import { usageError } from '../../kernel/errors.ts';
import { printable } from '../../kernel/printable.ts';
import { releaseOf } from '../../plugins/n8n-node/n8n/release.ts';
import type { Invocation } from '../command.ts';
import { databasePlace } from '../operator-flags.ts';
import type { Terminal } from '../terminal.ts';

const projectType = 'n8n-node';
/** Milliseconds between two looks at the queue. */
const interval = 1_000;

/**
 * `service admin reverify --n8n <version>`: verifies the last successful run of each published package again with another
 * release of n8n, waits, and reports what changed. An interrupted command continues when it is started again.
 */
export async function run({ args, terminal, interruption }: Invocation): Promise<number> {
  const n8n = await exactRelease(args.value('--n8n'), terminal);
  const admin = await openAdmin(databasePlace(args, process.env));
  try {
    await repeatAll(admin, n8n, { terminal, signal: interruption.signal });
    const entries = await allRepeated(admin, n8n);
    if (args.flag('--json')) terminal.document(`${JSON.stringify(entries.map(toDocument), null, 2)}\n`);
    else for (const line of reportLines(entries, n8n)) terminal.out(line);
    return 0;
  } finally {
    await admin.close();
  }
}

/** @throws {ServiceError} INVALID_USAGE, UNKNOWN_RELEASE, KIT_UNAVAILABLE, KIT_FOLDER_UNUSABLE, NO_HOME_FOLDER */
async function exactRelease(wanted: string | undefined, terminal: Terminal): Promise<string> {
  if (wanted === undefined) throw usageError('Missing --n8n');
  const [kit, ...others] = await kitsOf([wanted], { offline: false, log: (line) => terminal.err(line) });
  if (kit === undefined || others.length > 0) throw usageError('Name one release of n8n');
  return releaseOf(kit).n8n;
}

/** Queues until all packages are queued, and waits until all runs have ended. */
async function repeatAll(
  admin: Admin,
  n8n: string,
  { terminal, signal }: { terminal: Terminal; signal: AbortSignal },
): Promise<void> {
  let after: number | undefined;
  let total = 0;
  for (;;) {
    const progress = await admin.call(operations.repeatRuns, {
      n8n,
      projectType,
      ...(after !== undefined && { after }),
    });
    // Those that an earlier command queued are waited for as well.
    total = after === undefined ? progress.open : total + progress.queued;
    after = progress.after;
    if (progress.open === 0) return;
    terminal.progress(`Verifying with n8n ${n8n}: ${total - progress.open} of ${total} packages`);
    if (progress.queued === 0) await delay(interval, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

async function allRepeated(admin: Admin, n8n: string): Promise<RepeatedRun[]> {
  const entries: RepeatedRun[] = [];
  for (;;) {
    const page = await admin.call(operations.repeatedRuns, { n8n, after: entries.at(-1)?.number ?? 0 });
    if (page.length === 0) return lastOfEach(entries);
    entries.push(...page);
  }
}

/** A run that was rejected may have been repeated again. */
const lastOfEach = (entries: readonly RepeatedRun[]) => [
  ...new Map(entries.map((entry) => [entry.before ?? entry.runId, entry])).values(),
];

const toDocument = ({ number: _number, ...entry }: RepeatedRun) => entry;

function reportLines(entries: readonly RepeatedRun[], n8n: string): string[] {
  const changed = entries.filter((entry) => changeOf(entry) !== undefined);
  const lines = changed.flatMap((entry) => [
    `${printable(entry.package)}  ${changeOf(entry)}  (run ${entry.runId})`,
    ...entry.first.map(({ code, severity, message }) => `  ${severity}  ${code}  ${printable(message)}`),
    ...(entry.came > entry.first.length ? [`  and ${entry.came - entry.first.length} more`] : []),
  ]);
  const count = counted(entries.length, 'package');
  return [
    ...lines,
    `Verified ${count} with n8n ${n8n}: ${changed.length} changed, ${entries.length - changed.length} as before`,
  ];
}

/** `success → failed, 2 new findings, 1 gone`; undefined if nothing changed. */
function changeOf({ status, summary, came, went, before }: RepeatedRun): string | undefined {
  if (status === 'rejected') return `not verified: ${printable(summary)}`;
  if (before === undefined) return `${status}; the run before was removed`;
  if (status === 'success' && came === 0 && went === 0) return undefined;
  const parts = [
    status === 'success' ? 'still passes' : `success → ${status}`,
    came > 0 && counted(came, 'new finding'),
    went > 0 && `${went} gone`,
  ];
  return parts.filter(Boolean).join(', ');
}
