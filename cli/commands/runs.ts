import { serviceError, usageError } from '../../kernel/errors.ts';
import { printable } from '../../kernel/printable.ts';
import { jsonText } from '../../kernel/report/report.ts';
import { toFinalResult } from '../../kernel/result.ts';
import { connectFromFlags } from '../access-flags.ts';
import { isFinal, type RunRecord } from '../client/api-types.ts';
import { cancelRun } from '../client/cancel-run.ts';
import { readOutcome } from '../client/read-outcome.ts';
import { retryBriefly } from '../client/retry.ts';
import type { CommandModule } from '../command.ts';
import { lineFlag } from '../line-flag.ts';
import { logLine } from '../render/log-line.ts';
import { recordLines, statusOf, subjectOf, tableOfRuns } from '../render/run-record.ts';
import { outcomeLines } from '../render/run-view.ts';
import { parseRunId } from '../run-id.ts';

/** Maximum number of runs in a response (CONTRACT 1). */
const pageSize = 100;
/** Milliseconds. */
const cancelTimeout = 5_000;

/** `service runs list` */
export const list: CommandModule = {
  async run({ args, terminal, interruption }) {
    const limit = args.value('--limit') ?? '20';
    if (!/^[1-9]\d{0,5}$/.test(limit)) {
      throw usageError(`Invalid --limit "${limit}": must be an integer, 1 or greater`);
    }
    const packageName = lineFlag(args, '--package', 512);
    const { signal } = interruption;
    const cloud = await connectFromFlags(args, terminal, signal);
    const runs: RunRecord[] = [];
    let cursor: string | undefined;
    do {
      const wanted = {
        limit: Math.min(pageSize, Number(limit) - runs.length),
        ...(cursor !== undefined && { cursor }),
        packageName,
      };
      const page = await retryBriefly(() => cloud.runs({ ...wanted, signal }), signal);
      runs.push(...page.runs);
      cursor = page.runs.length > 0 ? page.nextCursor : undefined;
    } while (cursor !== undefined && runs.length < Number(limit));
    if (args.flag('--json')) terminal.document(jsonText({ runs }));
    else if (runs.length === 0) terminal.out('No runs yet');
    else for (const line of tableOfRuns(runs)) terminal.out(line);
    return 0;
  },
};

/** `service runs show <id>` */
export const show: CommandModule = {
  async run({ args, terminal, interruption }) {
    const idOrPrefix = parseRunId(args.positionals[0]);
    const { signal } = interruption;
    const cloud = await connectFromFlags(args, terminal, signal);
    const record = await retryBriefly(() => cloud.run(idOrPrefix, { signal }), signal);
    const json = args.flag('--json');
    const { runId, projectType = '' } = record;
    const subject = { projectType, packageName: subjectOf(record), findings: !json, signal };
    const outcome = isFinal(record) ? await readOutcome(cloud, record, subject) : undefined;
    if (json) {
      const result = outcome && toFinalResult(outcome.verification, runId, outcome.creditsUsed);
      terminal.document(jsonText({ ...record, ...(result && { result }) }));
      return 0;
    }
    for (const line of recordLines(record)) terminal.out(line);
    for (const line of outcome ? outcomeLines(outcome, terminal) : []) terminal.out(line);
    return 0;
  },
};

/** `service runs logs <id>`: prints the log to standard output. */
export const logs: CommandModule = {
  async run({ args, terminal, interruption }) {
    const runId = parseRunId(args.positionals[0]);
    const { signal } = interruption;
    const cloud = await connectFromFlags(args, terminal, signal);
    const lines = await retryBriefly(() => cloud.log(runId, signal), signal);
    if (args.flag('--json')) terminal.document(jsonText(lines));
    else for (const line of lines) terminal.out(logLine(line, terminal));
    return 0;
  },
};

/** `service runs cancel <id>` */
export const cancel: CommandModule = {
  async run({ args, terminal, interruption }) {
    const idOrPrefix = parseRunId(args.positionals[0]);
    const cloud = await connectFromFlags(args, terminal, interruption.signal);
    const late = AbortSignal.timeout(cancelTimeout);
    const record = await cancelRun(cloud, idOrPrefix, AbortSignal.any([interruption.signal, late])).catch((error) => {
      if (!late.aborted) throw error;
      throw serviceError('CONNECTION_FAILED', { url: cloud.connection.baseUrl, reason: 'no response in time' });
    });
    const { runId } = record;
    if (args.flag('--json')) terminal.document(jsonText(record));
    else if (isFinal(record))
      terminal.out(
        record.cancelled ? `Run ${runId} is cancelled` : `Run ${runId} finished: ${printable(statusOf(record))}`,
      );
    else terminal.out(`Run ${runId} is being cancelled`);
    return 0;
  },
};
