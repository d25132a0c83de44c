import { ServiceError } from '../../kernel/errors.ts';
import { jsonText } from '../../kernel/report/report.ts';
import { toFinalResult } from '../../kernel/result.ts';
import { connectFromFlags } from '../access-flags.ts';
import { followRun } from '../client/follow-run.ts';
import { readOutcome } from '../client/read-outcome.ts';
import { retryBriefly } from '../client/retry.ts';
import type { CommandModule } from '../command.ts';
import { subjectOf } from '../render/run-record.ts';
import { RunView } from '../render/run-view.ts';
import { parseRunId } from '../run-id.ts';

/** Milliseconds to wait for a run. */
const maxWait = 24 * 60 * 60 * 1000;

/** `service runs watch <id>`: continues like `verify` after creating a run, but Ctrl-C does not cancel it. */
export const watch: CommandModule = {
  async run({ args, terminal, interruption }) {
    let runId = parseRunId(args.positionals[0]);
    const { signal } = interruption;
    const cloud = await connectFromFlags(args, terminal, signal);
    const json = args.flag('--json');
    const logs = !args.flag('--no-logs');
    using view = new RunView(terminal, { logs, lines: json ? () => {} : (line) => terminal.out(line) });
    try {
      const record = await retryBriefly(() => cloud.run(runId, { signal }), signal);
      runId = record.runId;
      view.watching(runId);
      const until = performance.now() + maxWait;
      await using updates = followRun(cloud, { runId, logs, until, signal });
      let step = await updates.next();
      for (; !step.done; step = await updates.next()) view.update(step.value);
      const { projectType = '' } = record;
      const subject = { projectType, packageName: subjectOf(record), findings: !json, signal };
      const outcome = await readOutcome(cloud, step.value, subject);
      view.ended(outcome);
      const { verification, creditsUsed } = outcome;
      if (json) terminal.document(jsonText(toFinalResult(verification, runId, creditsUsed)));
      return verification.passed ? 0 : 1;
    } catch (error) {
      if (!signal.aborted) throw error;
      const next = `Run \`service runs cancel ${runId}\` to cancel it.`;
      throw new ServiceError('CANCELLED', `Stopped watching; run ${runId} continues`, next);
    }
  },
};
